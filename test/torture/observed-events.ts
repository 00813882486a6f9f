/** An event as a reader or receiver got it, with enough fields to check that all of them got the same events with the same content. */
import { createHash } from 'node:crypto'

export type ObservedEvent = {
  id: string
  sequence: number
  type: string
  /** Subject of a thread that a client created, which contains the operation's id. A follow-up has the subject of its first thread. */
  subject: string | null
  /** Hash of the complete text. */
  digest: string
}

/** Parses an event; `json` is the received text. Throws when it is not an event. */
export function getObservedEvent(json: string): ObservedEvent {
  // Safe because a missing field fails the checks, which compare every field with the database or another reader.
  const { id, sequence, type, data } = JSON.parse(json) as {
    id: string
    sequence: number
    type: string
    data: { object: { subject?: string; followUpOf?: string | null } }
  }
  const { subject = null, followUpOf = null } = data.object
  return {
    id,
    sequence,
    type,
    subject: followUpOf === null ? subject : null,
    digest: createHash('sha256').update(json).digest('base64').slice(0, 16),
  }
}
