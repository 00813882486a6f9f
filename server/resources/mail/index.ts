/**
 * Outgoing mail: mails that the service itself sends to users and to attendees of meetings, rendered from templates. A mail is a job
 * enqueued in the transaction of the change that causes it, so it is only sent after the commit. The worker retries it for three days. It
 * is sent once, unless a worker dies between the mail server's response and its own commit: then the same mail is sent again with the same
 * Message-ID. The address and the values are encrypted while the mail waits, and deleted after sending. If SMTP_URL is not set, mails are
 * written to files below DATA_DIR/mail.
 */
import { module } from '#kit/module.ts'
import { sendWaitingMail } from './jobs.ts'
import { removeMailFiles } from './mail-files.ts'
import { personal } from './personal.ts'

export { addAddressToken, findAddressTokens, newAddressToken, removeAddressToken } from './address-token.ts'
export { autoReplyHeaders, getInstallation, isReadByPrograms, loopHeader } from './automatic-mail.ts'
export { composeMessage, type MailAttachment } from './compose-message.ts'
export { checkBeforeSending } from './mail-checks.ts'
export { type ExaminedStep, examineOutgoingServer, tryMailServer } from './examine-server.ts'
export { mailHealth } from './health.ts'
export { toLine } from './line.ts'
export { listMailFiles, type MailFile, mailFilesPath, removeMailFile, writeMailFile } from './mail-files.ts'
export {
  findMarkedRecipients,
  findSignedMessages,
  listReferences,
  normalizeMessageId,
  readSignedMessageId,
  readSignedThreadId,
  type SignedMention,
  signedMessageHeader,
  markRecipient,
  signMessage,
  signMessageId,
  signThreadId,
  testMailHeader,
  toReferenceHash,
} from './message-ids.ts'
export { type OutgoingServer, parseSmtpUrl } from './outgoing-server.ts'
export { findSubjectNumbers, isSameTopic, type SubjectNumbers, toReplySubject } from './subject.ts'
export { getMailRetryDelay, getPauseSeconds } from './retry.ts'
export { sendMail } from './send-mail.ts'
export { createDkimKey, type DkimKey, toDkimRecord } from './sign-dkim.ts'
export {
  attemptDelivery,
  listDeadAddresses,
  type AttemptProgress,
  type AttemptResult,
  type OutgoingMail,
  type RecipientResult,
} from './smtp-attempt.ts'
export { type Mailbox, type MailSnapshot, type MailText, writeAttribution } from './snapshot.ts'
export { unknownUserText } from './smtp-replies.ts'
export { maxConnectionsPerLane } from './smtp-pool.ts'
export { toSmtpTimeouts } from './smtp-session.ts'
export type { MailTemplate, MailValues } from './templates.ts'

export const mail = module({
  name: 'mail',
  description: 'What the service writes to people.',
  endpoints: [],
  jobs: [sendWaitingMail],
  removeFiles: removeMailFiles,
  personal,
})
