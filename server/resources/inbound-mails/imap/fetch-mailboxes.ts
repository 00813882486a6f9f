/** Reads mailboxes, each in its own loop. */
import type { Service, ServiceContext } from '#platform/services.ts'
import { type ClaimedInbox, type HeldInbox, Receiver } from '../../inboxes/index.ts'
import { closeOpenMailboxes } from './connect.ts'
import { readMailbox } from './read-mailbox.ts'

const lookMs = 250

export const fetchMailboxes: Service = {
  name: 'fetch-mailboxes',
  description: 'Fetches mail from the mailboxes of inboxes (IMAP).',
  start(context) {
    const receiver = new Receiver(context, { isOfProvider: false, lookMs, receive: (...inbox) => read(context, ...inbox) })
    return {
      async stop() {
        await receiver.stop()
        closeOpenMailboxes()
      },
    }
  },
}

function read(context: ServiceContext, held: HeldInbox, claimed: ClaimedInbox, signal: AbortSignal): Promise<void> | null {
  const { email, attempts, folder, uidValidity, uid, fetchFrom, lastMailAt } = claimed
  const imap = email?.receive.mode === 'IMAP' ? email.receive.imap : null
  if (!imap) return null
  const mailbox = {
    imap,
    checkpoint: folder === null || uidValidity === null || uid === null ? null : { folder, uidValidity, uid },
    fetchFrom: fetchFrom === null ? null : new Date(fetchFrom),
    lastMailAt: lastMailAt === null ? null : new Date(lastMailAt),
    seen: new Set<number>(),
  }
  // The same object, because the receiver reads `readAt`.
  return readMailbox(context, Object.assign(held, mailbox), attempts, signal)
}
