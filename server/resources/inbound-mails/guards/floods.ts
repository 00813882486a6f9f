/** Limits how much one sender can write in a short time, because a program may reply to every mail that it gets. */
import type { MailGuards } from '#platform/mail-guards.ts'

/** Counts of mails before the current one, within `floodWindowSeconds`. */
export type FloodCounts = {
  /** True when a mail from this address to this inbox was suspended as a flood within `floodBlockSeconds`. */
  readonly isBlocked: boolean
  /** Mails from this address to this inbox in the window that created threads. */
  readonly newThreads: number
  /** Mails from this address to this inbox in the window with the same subject and digest. */
  readonly sameMails: number
  /** Mails in the thread in the window, except from agents; zero without a thread. */
  readonly mailsInThread: number
}

/** Whether to suspend the mail. `createsThread` is true when it would create a thread. */
export function isFlood(counts: FloodCounts, createsThread: boolean, limits: MailGuards): boolean {
  return (
    counts.isBlocked ||
    (createsThread && counts.newThreads >= limits.threadsPerSender) ||
    counts.sameMails >= limits.sameMailsPerSender ||
    (!createsThread && counts.mailsInThread >= limits.mailsPerThread)
  )
}
