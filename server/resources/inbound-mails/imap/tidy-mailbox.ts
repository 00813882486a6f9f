/** Marks, moves or deletes a fetched mail in its mailbox. A separate job, because the mail stays accepted even if this fails. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { job, JobFailure } from '#platform/jobs/job.ts'
import { useMailbox } from './connect.ts'
import { MailboxError } from './imap-errors.ts'
import { findMailboxSettings } from './queries.ts'

type Fetched = { inboxId: Uuid; folder: string; uidValidity: number; uid: number }

declare global {
  interface EnqueuedJobs {
    /** The key is the inbox's id, UIDVALIDITY and UID. */
    'tidy-mailbox': Fetched
  }
}

/** Enqueues the job for a mail, in the mail's acceptance transaction. */
export async function enqueueTidying(tx: Queryable, { tenantId, ...fetched }: Fetched & { tenantId: Uuid }): Promise<void> {
  const { inboxId, uidValidity, uid } = fetched
  await enqueue(tx, 'tidy-mailbox', { tenantId, key: `${inboxId} ${uidValidity} ${uid}`, input: fetched })
}

export const tidyMailbox = job({
  name: 'tidy-mailbox',
  description: 'Marks, moves or deletes a fetched mail in its mailbox, as the inbox says.',
  retrySeconds: [60, 600, 3_600],
  atOnce: 1,
  async outside({ db, config, secrets, tenantId, attempt, log, input: { inboxId, folder, uidValidity, uid } }) {
    const found = await db.first(findMailboxSettings, { tenantId, inboxId })
    const imap = found?.settings?.receive.imap ?? null
    // The settings have changed since, so leave the mail as it is.
    if (!imap || imap.folder !== folder || imap.afterFetch === 'NOTHING') return
    try {
      await useMailbox({ db, config, secrets }, { tenantId, inboxId }, imap, async (mailbox) => {
        if (mailbox.uidValidity !== uidValidity) return
        if (imap.afterFetch === 'MARK_SEEN') await mailbox.markSeen(uid)
        else if (imap.afterFetch === 'DELETE') await mailbox.delete(uid)
        else await mailbox.move(uid, imap.moveTo ?? folder)
      })
    } catch (error) {
      if (!(error instanceof MailboxError)) throw error
      if (attempt <= 3) throw new JobFailure(error.message)
      // The mailbox is merely less tidy, so the job must not show up as failed.
      log.warn({ code: error.code, reason: error.message, tenantId, inbox: inboxId }, 'a fetched mail stays as it is in its mailbox')
    }
  },
})
