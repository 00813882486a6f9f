/**
 * Events: the operations that read the outbox. Clients poll the feed or hold the stream open. Both return every event once and in order,
 * because sequence numbers are assigned in commit order (platform/outbox/ledger.ts).
 */
import { module } from '#kit/module.ts'
import { countEvents, pruneEvents, pruneWhenRetentionChanges } from './jobs.ts'
import { listEventTypes } from './list-event-types.ts'
import { listEvents } from './list-events.ts'
import { recountEvents } from './maintain.ts'
import { personal } from './personal.ts'
import { streamEvents } from './stream-events.ts'

export { concernsSubjectSql } from './queries.ts'
export { findPosition, getHead } from './position.ts'
export { createWaking } from './waking.ts'
export { getTail } from './tail.ts'
export { pruneTenant, recountEvents, rollUpEvents } from './maintain.ts'

export const events = module({
  name: 'events',
  description: 'The events of your tenant, as a feed and as a stream.',
  endpoints: [listEvents, streamEvents, listEventTypes],
  jobs: [countEvents, pruneEvents],
  eventJobs: [pruneWhenRetentionChanges],
  personal,
  totals: { events: recountEvents },
})
