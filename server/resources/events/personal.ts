/** Declares the personal data in events, which contain copies of records. Erasing a customer blanks it in these copies, too. */
import { createCopiesStep } from '#kit/privacy/copies.ts'
import type { Personal } from '#kit/privacy/holding.ts'
import { readEvents, writeEvents } from './queries.ts'

export const personal: Personal = {
  tables: ['events'],
  steps: [
    createCopiesStep(
      { name: 'events', place: 'events' },
      { columns: ['object', 'previous'], size: 1_000, read: readEvents, write: writeEvents },
    ),
  ],
  excused: {
    event_type_totals: 'types of events and numbers',
    reader_cursors: 'names of readers, numbers, and the message of the service’s own last error',
  },
}
