/** Events as they appear in webhooks, `GET /events` and `GET /events/stream`. */
import type { eventTypes } from './generated/event-types.ts'
import type { Event } from './generated/shapes.ts'

export { eventTypes as skeinEventTypes } from './generated/event-types.ts'

/** Any event. `type` determines the shape of `data.object`. Later versions may add types: ignore any that you don't know. */
export type SkeinEvent = Event

export type SkeinEventType = (typeof eventTypes)[number]

/** An event of the given type. */
export type SkeinEventOf<Type extends SkeinEventType> = Extract<SkeinEvent, { type: Type }>
