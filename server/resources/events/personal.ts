/** Events keep records as they were. What they tell of an erased customer, to feeds, streams and webhooks, no longer has anything personal. */
import { overCopies, type Personal } from '../../kit/index.ts'
import { readEvents, writeEvents } from './queries.ts'

export const personal: Personal = {
  tables: ['events'],
  steps: [
    overCopies({ name: 'events', place: 'events' }, { columns: ['object', 'previous'], size: 1_000, read: readEvents, write: writeEvents }),
  ],
  excused: { event_type_totals: 'types of events and numbers' },
}
