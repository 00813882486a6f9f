/** Reports that the visitor types, at most every few seconds. */
import { client } from './session.ts'

const everyMs = 4_000
let reported: { threadId: string; at: number } | null = null

export function reportTyping(threadId: string | null, isTyping: boolean): void {
  if (threadId === null || !client.token) return
  const isRecent = reported?.threadId === threadId && performance.now() - reported.at < everyMs
  if (isTyping ? isRecent : reported?.threadId !== threadId) return
  reported = isTyping ? { threadId, at: performance.now() } : null
  // An unreported keystroke harms nobody.
  client.call('POST', `/threads/${threadId}/typing`, { typing: isTyping }).catch(() => {})
}
