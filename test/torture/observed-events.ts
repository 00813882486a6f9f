/** An event as a reader or receiver got it: enough to check that all of them got the same events with the same content. */
import { createHash } from 'node:crypto'

export type ObservedEvent = {
  id: string
  sequence: number
  type: string
  /** Of a thread that a client asked for: names the operation. Follow-ups have their first thread's. */
  subject: string | null
  /** Hash of the whole text. */
  digest: string
}

/** `json` is the event as it came. Throws when it is none. */
export function observedEventOf(json: string): ObservedEvent {
  // Safe because a field that is missing fails the checks, which hold every field against the database or another reader.
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
