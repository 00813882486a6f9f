/**
 * Inbound mails: every mail that came in, with what became of it, and rules about senders.
 *
 * These rules always hold:
 * - A mail is stored before its transport acknowledges it. Each accepted mail ends in exactly one outcome, and can be listed.
 * - The raw mail is in the file store under a name that is made from the row's id. The row is inserted before the file is stored, and the
 *   transaction that deletes the row enqueues the job that deletes the file.
 * - The identity of a mail is kept for 400 days, also after the mail or its customer was erased, so that no mail comes back.
 */
import { module } from '#kit/module.ts'
import { batchInboundMails } from './batch-inbound-mails.ts'
import { createInboundMail } from './accept/create-inbound-mail.ts'
import { discardInboundMail } from './discard-inbound-mail.ts'
import { inboundMailReleased, inboundMailSuspended } from './events.ts'
import { fetchMailboxes } from './imap/fetch-mailboxes.ts'
import { copyToSent, findSentMail } from './imap/sent-folder.ts'
import { tidyMailbox } from './imap/tidy-mailbox.ts'
import { pruneInboundMails, pruneWhenRetentionChanges } from './jobs.ts'
import { inboundMail } from './mail.ts'
import { getInboundMail, getInboundMailOriginal, getMessageLook, getMessageOriginal, listInboundMails } from './operations.ts'
import { processMail } from './process/process-mail.ts'
import { replyAutomatically } from './process/reply-automatically.ts'
import { personal } from './personal.ts'
import { releaseInboundMail } from './release-inbound-mail.ts'
import { createSenderRule, deleteSenderRule, getSenderRule, listSenderRules } from './sender-rules/operations.ts'
import { senderRule, senderRuleCreated, senderRuleDeleted } from './sender-rules/sender-rule.ts'
import { markThreadAsSpam } from './mark-thread-as-spam.ts'

export { applySenderRules, listSenderPatterns } from './guards/sender-rules.ts'
export { listSenderRules as findSenderRules } from './process/queries.ts'
export { suspensionCauses } from './schema.ts'
export { parseMail } from './parse/parse-mail.ts'
export type { ParsedMail } from './parse/parsed-mail.ts'
export { type MailPort, startMailPort } from './smtp/port.ts'

export const inboundMails = module({
  name: 'inbound-mails',
  description: 'Mails that came in, the queue of suspended ones, and rules about senders.',
  resources: [senderRule],
  endpoints: [
    listInboundMails,
    getInboundMail,
    getInboundMailOriginal,
    getMessageLook,
    getMessageOriginal,
    createInboundMail,
    releaseInboundMail,
    discardInboundMail,
    batchInboundMails,
    markThreadAsSpam,
    listSenderRules,
    createSenderRule,
    getSenderRule,
    deleteSenderRule,
  ],
  events: [inboundMailSuspended, inboundMailReleased, senderRuleCreated, senderRuleDeleted],
  counters: ['inbound_mails', 'mail_bytes', 'held_mail_bytes'],
  services: [fetchMailboxes],
  jobs: [tidyMailbox, copyToSent, findSentMail, pruneInboundMails, processMail, replyAutomatically],
  eventJobs: [pruneWhenRetentionChanges],
  targets: { [inboundMail.noun]: inboundMail.id.prefix },
  personal,
})
