/** Events as they appear in webhooks, `GET /events` and `GET /events/stream`. */
import type { eventTypes } from './generated/event-types.ts'
import type { Event } from './generated/shapes.ts'

export { eventTypes as skeinEventTypes } from './generated/event-types.ts'

/** Any event. `type` determines `data.object`. A later version may add types: ignore the ones that you do not know. */
export type SkeinEvent = Event

export type SkeinEventType = (typeof eventTypes)[number]

/** One event of a given type. */
export type SkeinEventOf<Type extends SkeinEventType> = Extract<SkeinEvent, { type: Type }>
