/** Mails a tenant's administrators when a mail server starts rejecting an inbox's sign-in. */
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { sendMail } from '../mail/index.ts'
import { inboxConnectionChanged, readConnection } from './connection.ts'
import { inbox } from './inbox.ts'
import { listAdmins } from './queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the inbox's id. */
    'notify-admins-of-inbox': NoInput
  }
}

/** Notifies on the change to NEEDS_AUTH rather than on each failed attempt after it. */
export const refusedSignInNotifiesAdmins = eventJob(
  inboxConnectionChanged,
  'notify-admins-of-inbox',
  ({ inboxId, receive, send }, previous) => {
    const isNew = (now: { state: string }, before: { state: string } | undefined): boolean =>
      now.state === 'NEEDS_AUTH' && before !== undefined && before.state !== 'NEEDS_AUTH'
    return isNew(receive, previous.receive) || isNew(send, previous.send) ? { key: inboxId } : null
  },
)

export const notifyAdminsOfInbox = job({
  name: 'notify-admins-of-inbox',
  description: 'Mails administrators that a mail server no longer accepts the sign-in of an inbox.',
  async run({ tx, effects, secrets, config, tenantId, key }) {
    // Safe because the key is the id of the inbox.
    const inboxId = key as Uuid
    const found = await tx.first(inbox.statements.find, { tenantId, id: inboxId })
    if (!found) return
    const connection = await readConnection(tx, config, { tenantId, inboxId })
    if (!connection) return
    const { receive, send, lastError } = connection
    if (receive.state !== 'NEEDS_AUTH' && send.state !== 'NEEDS_AUTH') return
    for (const { name, email: to } of await tx.rows(listAdmins, { tenantId }))
      sendMail(
        { effects, secrets },
        {
          to,
          template: 'inbox-sign-in',
          values: {
            name,
            inboxName: found.name,
            receives: receive.state === 'NEEDS_AUTH',
            hasToken: found.hook !== null,
            reason: lastError?.message ?? null,
          },
        },
      )
  },
})
