/** Public schemas of a user's private calendar. */
import { closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'

const fields = {
  id: idOutput('usr', 'The caller’s user, whose meetings it shows.'),
  createdAt: nullable(time('When its URL was made.'), { description: 'When its URL was created; null if there is none.' }),
}
const example = { id: exampleId('usr'), createdAt: '2026-03-04T09:30:00.000Z' }

export const CalendarFeed = component(
  'CalendarFeed',
  closed(fields, { description: 'Your private calendar: the meetings that you host, for calendar programs.', examples: [example] }),
)

export const CalendarFeedWithUrl = component(
  'CalendarFeedWithUrl',
  closed(
    {
      ...fields,
      url: Type.String({
        description: 'The URL for calendar programs. It needs no other credentials, so keep it secret. Shown only once.',
      }),
    },
    {
      description: 'Your private calendar with its new URL.',
      examples: [{ ...example, url: 'http://localhost:3000/calendar/svcf_example.ics' }],
    },
  ),
)
