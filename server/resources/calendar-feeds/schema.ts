/** Public schemas of the private calendar of a person. */
import { closed, component, exampleId, idOutput, nullable, time, Type } from '../../kit/index.ts'

const fields = {
  id: idOutput('usr', 'Whose meetings it shows: you.'),
  createdAt: nullable(time('When its URL was made.'), { description: 'When its URL was made; null while there is none.' }),
}
const example = { id: exampleId('usr'), createdAt: '2026-03-04T09:30:00.000Z' }

export const CalendarFeed = component(
  'CalendarFeed',
  closed(fields, {
    description: 'Your private calendar: the meetings that you hold, for calendar programs to subscribe to.',
    examples: [example],
  }),
)

export const CalendarFeedWithUrl = component(
  'CalendarFeedWithUrl',
  closed(
    {
      ...fields,
      url: Type.String({
        description: 'Where calendar programs read it, without further credentials. Whoever has it sees your meetings. Shown this once.',
      }),
    },
    {
      description: 'Your private calendar with its new URL.',
      examples: [{ ...example, url: 'http://localhost:3000/calendar/svcf_example.ics' }],
    },
  ),
)
