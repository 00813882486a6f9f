import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { appendToLockedThread, newMessage } from './append-message.ts'

/**
 * Appends a silent public system message to a locked thread. It triggers no rules. Returns false for a closed thread.
 */
export async function appendSystemMessage(
  tx: Queryable,
  { tenantId, threadId, text, action }: { tenantId: Uuid; threadId: Uuid; text: string; action: string },
): Promise<boolean> {
  const message = { body: text, bodyFormat: 'text', bodyText: text, authorType: 'SYSTEM', internal: false, silent: true, action } as const
  const appended = newMessage(systemIdentity(tenantId), threadId, null, message)
  return (await appendToLockedThread(tx, appended)).record != null
}
