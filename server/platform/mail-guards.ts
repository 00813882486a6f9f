/** Limits that stop mail floods and mail loops. The operator, not a tenant, sets them, because they protect all tenants. */

export type MailGuards = {
  /** Maximum automatic replies: per thread, to one address per hour and per day, and from one inbox per hour. */
  readonly autoRepliesPerThread: number
  readonly autoRepliesPerHour: number
  readonly autoRepliesPerDay: number
  readonly autoRepliesPerInboxHour: number
  /** Maximum number of mails from one sender to one inbox within the window: mails that create threads, and identical mails. */
  readonly threadsPerSender: number
  readonly sameMailsPerSender: number
  /** Maximum number of mails in one thread within the window, except from agents. */
  readonly mailsPerThread: number
  readonly floodWindowSeconds: number
  /** Seconds for which further mails of a flood are suspended. */
  readonly floodBlockSeconds: number
  /** Maximum number of times that an automatic mail may pass through this installation. */
  readonly loopCount: number
  /** Maximum number of servers that a mail may have passed (Received headers). */
  readonly receivedHeaders: number
  /** Maximum mebibytes per hour from one network to the SMTP port of a process; 0 for no limit. */
  readonly networkMiB: number
}

export const defaultMailGuards: MailGuards = {
  autoRepliesPerThread: 1,
  autoRepliesPerHour: 2,
  autoRepliesPerDay: 5,
  autoRepliesPerInboxHour: 200,
  threadsPerSender: 20,
  sameMailsPerSender: 5,
  mailsPerThread: 30,
  floodWindowSeconds: 600,
  floodBlockSeconds: 3600,
  loopCount: 3,
  receivedHeaders: 100,
  networkMiB: 256,
}

const maxNumber = 1_000_000

/** Parses MAIL_GUARDS, such as `threadsPerSender=50,mailsPerThread=100`. Adds a sentence to `wrong` for each invalid part. */
export function readMailGuards(given: string | undefined, wrong: string[]): MailGuards {
  const guards: Record<string, number> = { ...defaultMailGuards }
  const parts = (given ?? '').split(',').map((part) => part.trim())
  for (const part of parts.filter((each) => each !== '')) {
    const [name = '', value = '', ...more] = part.split('=').map((text) => text.trim())
    if (Object.hasOwn(defaultMailGuards, name) && more.length === 0 && /^\d{1,7}$/.test(value) && Number(value) <= maxNumber)
      guards[name] = Number(value)
    else {
      const names = Object.keys(defaultMailGuards).join(', ')
      wrong.push(
        `MAIL_GUARDS must be comma-separated limits such as threadsPerSender=20, from 0 to ${maxNumber}; "${part}" is none. Names: ${names}.`,
      )
    }
  }
  // Safe because the record starts with all names and gains no others.
  return guards as MailGuards
}
