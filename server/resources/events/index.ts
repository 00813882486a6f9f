/**
 * Events: reads the outbox. The feed is polled, the stream is held open; both show every event once and in order, because sequences are
 * given in commit order (see kit/outbox/ledger.ts).
 */
import { room } from '../../kit/index.ts'
import { countEvents, pruneEvents } from './jobs.ts'
import { listEventTypes } from './list-event-types.ts'
import { listEvents } from './list-events.ts'
import { recountEvents } from './maintain.ts'
import { streamEvents } from './stream-events.ts'

export { pruneTenant, recountEvents, rollUpEvents } from './maintain.ts'

export const events = room({
  name: 'events',
  description: 'Everything that happened, to read or to follow.',
  endpoints: [listEvents, streamEvents, listEventTypes],
  jobs: [countEvents, pruneEvents],
  totals: { events: recountEvents },
})
