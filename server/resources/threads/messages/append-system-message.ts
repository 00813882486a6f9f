import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { appendToLockedThread, newMessage } from './append-message.ts'

/** Appends a public system message to a locked thread. Automatic messages trigger no rules. Returns false for a closed thread. */
export async function appendSystemMessage(
  tx: Queryable,
  { tenantId, threadId, text, action }: { tenantId: Uuid; threadId: Uuid; text: string; action: string },
): Promise<boolean> {
  const message = { body: text, bodyFormat: 'text', bodyText: text, authorType: 'SYSTEM', internal: false, action } as const
  return (await appendToLockedThread(tx, newMessage(systemIdentity(tenantId), threadId, null, message)))?.record != null
}
