/** Stops mail loops between programs. */
import { loopHeader } from '../../mail/index.ts'
import type { MailHeader } from '../parse/parsed-mail.ts'
import { listHeaders } from './header-values.ts'

const maxInstallations = 5
const maxCount = 1000

/** Whether the mail has passed through this installation too often, or through too many servers. */
export function isLoop(
  headers: readonly MailHeader[],
  installation: string,
  limits: { loopCount: number; receivedHeaders: number },
): boolean {
  return (
    (readCounts(headers).get(installation) ?? 0) >= limits.loopCount || listHeaders(headers, 'received').length > limits.receivedHeaders
  )
}

/**
 * Returns the `X-Skein-Loop` values for an automatic reply: increments this installation's count and copies those of others, so that two
 * installations that reply to each other both detect the loop.
 */
export function nextLoopValues(headers: readonly MailHeader[], installation: string): string[] {
  const counts = readCounts(headers)
  const own = Math.min(maxCount, (counts.get(installation) ?? 0) + 1)
  const others = [...counts].filter(([name]) => name !== installation).slice(0, maxInstallations - 1)
  return [`${installation};${own}`, ...others.map(([name, count]) => `${name};${count}`)]
}

function readCounts(headers: readonly MailHeader[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of listHeaders(headers, loopHeader.toLowerCase()).slice(0, 100)) {
    const [, name = '', count = ''] = /^\s*([\w.-]{1,64})\s*;\s*(\d{1,4})\s*$/.exec(value.slice(0, 200)) ?? []
    if (name !== '') counts.set(name, Math.max(counts.get(name) ?? 0, Math.min(maxCount, Number(count))))
  }
  return counts
}
