/** Events, as webhooks, `GET /events` and `GET /events/stream` show them. */
import type { eventTypes } from './generated/event-types.ts'
import type { Event } from './generated/shapes.ts'

export { eventTypes as skeinEventTypes } from './generated/event-types.ts'

/** Any event; `type` says which, and determines `data.object`. A later version may add types: ignore those you do not know. */
export type SkeinEvent = Event

export type SkeinEventType = (typeof eventTypes)[number]

/** One event of a given type. */
export type SkeinEventOf<Type extends SkeinEventType> = Extract<SkeinEvent, { type: Type }>
