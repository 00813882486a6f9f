/** Loads the facts for conditions on messages. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { MessageRecord } from '../../threads/index.ts'
import type { MessageFacts } from './match-event.ts'
import { findMessageTexts } from './message-queries.ts'

/** Returns the facts for `message.created` events, by message id. Leaves out deleted messages. */
export async function loadMessageFacts(
  db: Queryable,
  tenantId: Uuid,
  events: readonly Pick<EventRow, 'object'>[],
  emailOf: (threadId: Uuid) => string | null,
): Promise<Map<Uuid, MessageFacts>> {
  if (events.length === 0) return new Map()
  // Safe because the caller passes events of messages, which store a message's record.
  const messages = new Map(events.map(({ object }) => [(object as MessageRecord).id, object as MessageRecord]))
  const rows = await db.rows(findMessageTexts, { tenantId, ids: [...messages.keys()] })
  return new Map(
    rows.flatMap(({ id, text, isFirst }) => {
      const message = messages.get(id)
      if (!message) return []
      const own = message.authorType === 'CUSTOMER' ? emailOf(message.threadId) : null
      return [[id, { text, isFirst, senderAddress: message.email?.from?.address ?? own }]]
    }),
  )
}
