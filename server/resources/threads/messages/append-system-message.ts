import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { appendToLockedThread, newMessage } from './append-message.ts'
import { keepRead } from './unread-queries.ts'

/**
 * Appends a public system message to a locked thread. It triggers no rules, and the thread stays read for users who have read everything
 * else. Returns false for a closed thread.
 */
export async function appendSystemMessage(
  tx: Queryable,
  { tenantId, threadId, text, action }: { tenantId: Uuid; threadId: Uuid; text: string; action: string },
): Promise<boolean> {
  const message = { body: text, bodyFormat: 'text', bodyText: text, authorType: 'SYSTEM', internal: false, action } as const
  const appended = newMessage(systemIdentity(tenantId), threadId, null, message)
  if ((await appendToLockedThread(tx, appended)).record == null) return false
  await tx.rows(keepRead, { tenantId, threadId, messageId: appended.messageId })
  return true
}
