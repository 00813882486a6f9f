/** Copies replies to a mailbox's sent folder, and searches the folder for mails whose delivery is uncertain. */
import { buffer } from 'node:stream/consumers'
import { databaseNow } from '#platform/database-now.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, JobFailure } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { findMailToCopy, findUncertainMail, settleUncertainMail } from '../../threads/index.ts'
import { type ImapSettings, type MailboxServices, useMailbox } from './connect.ts'
import { MailboxError } from './imap-errors.ts'
import { bytesInMemory } from './fetch-mails.ts'
import type { Mailbox } from './mailbox.ts'
import { sentFolder } from './mailbox-facts.ts'
import { findMailboxSettings } from './queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the message's id. */
    'copy-to-sent': NoInput
    /** The key is the message's id. */
    'find-sent-mail': NoInput
  }
}

/** Bytes to reserve for each copy, because its size is unknown before it is read. */
const copyBytes = 16 * 1_048_576
/** Tolerated clock difference between the mailbox and the service, in seconds. */
const clockToleranceSeconds = 60

export const copyToSent = job({
  name: 'copy-to-sent',
  description: 'Stores a copy of a sent reply in the mailbox of its inbox.',
  retrySeconds: [60, 600, 3_600],
  atOnce: 1,
  async outside({ db, config, secrets, tenantId, key: messageId, attempt, log }) {
    const services = { db, config, secrets }
    const mail = await findMailToCopy(services, { tenantId, messageId })
    if (!mail) return
    const { inboxId, mailId, bytes } = mail
    try {
      await useSentFolder(services, { tenantId, inboxId }, async (mailbox) => {
        // Some servers store what they send, and an earlier attempt may have succeeded.
        if (await mailbox.hasMail(mailId, new Date(0))) return
        await bytesInMemory.run(tenantId, copyBytes, async () => mailbox.append(Buffer.isBuffer(bytes) ? bytes : await buffer(bytes())))
      })
    } catch (error) {
      if (!(error instanceof MailboxError)) throw error
      if (attempt <= 3) throw new JobFailure(error.message)
      // The customer has the reply, so the job must not show up as failed.
      log.warn({ code: error.code, reason: error.message, tenantId, message: messageId }, 'a reply was not copied to its mailbox')
    }
  },
})

/** Searches for a mail before it is sent again. If the mailbox cannot be read, the mail is sent again. */
export const findSentMail = job({
  name: 'find-sent-mail',
  description: 'Looks in the mailbox of an inbox for a reply whose sending ended without a response.',
  retrySeconds: [2, 10],
  atOnce: 1,
  async outside({ db, config, secrets, tenantId, key: messageId, attempt, log }): Promise<boolean> {
    const mail = await findUncertainMail(db, { tenantId, messageId })
    if (!mail) return false
    const { inboxId, mailId, ageSeconds } = mail
    const since = new Date(databaseNow() - (ageSeconds + clockToleranceSeconds) * 1000)
    let isFound = false
    try {
      await useSentFolder({ db, config, secrets }, { tenantId, inboxId }, async (mailbox) => {
        isFound = await mailbox.hasMail(mailId, since)
      })
    } catch (error) {
      if (!(error instanceof MailboxError)) throw error
      if (attempt <= 2 && !error.isSignIn) throw new JobFailure(error.message)
      log.warn({ code: error.code, reason: error.message, tenantId, message: messageId }, 'a mail was not looked for in its mailbox')
    }
    return isFound
  },
  run: ({ tx, effects, tenantId, key: messageId, found }) => settleUncertainMail({ tx, effects, tenantId }, messageId, found),
  onDead: ({ tx, effects, tenantId, key: messageId }) => settleUncertainMail({ tx, effects, tenantId }, messageId, false),
})

async function useSentFolder(
  services: MailboxServices,
  key: { tenantId: Uuid; inboxId: Uuid },
  work: (mailbox: Mailbox) => Promise<void>,
): Promise<void> {
  const imap = await findImap(services.db, key)
  if (imap) await useMailbox(services, key, { ...imap, folder: sentFolder, afterFetch: 'NOTHING' }, work)
}

async function findImap(db: Database, key: { tenantId: Uuid; inboxId: Uuid }): Promise<ImapSettings | null> {
  const receive = (await db.first(findMailboxSettings, key))?.settings?.receive
  return receive?.mode === 'IMAP' ? receive.imap : null
}
