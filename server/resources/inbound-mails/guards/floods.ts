/** Limits how much one sender can write in a short time, because a program may answer every mail that it gets. */
import type { MailGuards } from '#platform/mail-guards.ts'

/** Mails counted before the one to decide about. The window is `floodWindowSeconds`. */
export type FloodCounts = {
  /** True when a mail of this address to this inbox was suspended as a flood within `floodBlockSeconds`. */
  readonly isBlocked: boolean
  /** Mails of this address to this inbox in the window that created threads. */
  readonly newThreads: number
  /** Mails of this address to this inbox in the window with the same subject and digest. */
  readonly sameMails: number
  /** Mails in the thread in the window from others than agents; zero without a thread. */
  readonly mailsInThread: number
}

/** Whether the mail has to wait. `createsThread` is true when it would create a thread. */
export function isFlood(counts: FloodCounts, createsThread: boolean, limits: MailGuards): boolean {
  return (
    counts.isBlocked ||
    (createsThread && counts.newThreads >= limits.threadsPerSender) ||
    counts.sameMails >= limits.sameMailsPerSender ||
    (!createsThread && counts.mailsInThread >= limits.mailsPerThread)
  )
}
