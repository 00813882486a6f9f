/** Public schemas of the list of all scheduled replies, and of a change of their time. */
import { closed, component, exampleId, idOrWord, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { Message, messageExample } from '../record/message-schema.ts'

const ScheduledReplyThread = component(
  'ScheduledReplyThread',
  closed(
    {
      id: idOutput('thr', 'The thread.'),
      ticketNumber: Type.String({ description: 'Its ticket number.' }),
      subject: Type.String({ description: 'Its title.' }),
      customer: component(
        'ScheduledReplyCustomer',
        closed(
          {
            id: idOutput('cst', 'The customer.'),
            name: nullable(Type.String(), { description: 'The customer’s name; null if unknown.' }),
            email: Type.String({ description: 'The customer’s address.' }),
          },
          { description: 'The customer of a scheduled reply’s thread.' },
        ),
      ),
    },
    { description: 'The thread of a scheduled reply.' },
  ),
)

export const ScheduledReply = component(
  'ScheduledReply',
  closed(
    { ...Message.properties, thread: ScheduledReplyThread },
    {
      description: 'A reply that is waiting to be sent or could not be sent, with its thread.',
      examples: [
        {
          ...messageExample,
          sendAt: '2026-03-05T08:00:00.000Z',
          thread: {
            id: exampleId('thr'),
            ticketNumber: 'ACME-2026-000042',
            subject: 'The export is empty',
            customer: { id: exampleId('cst'), name: 'Ada Lovelace', email: 'ada@example.com' },
          },
        },
      ],
    },
  ),
)

export const ScheduledReplyFilters = closed({
  authorId: Type.Optional(idOrWord('usr', ['me'], 'The author, or `me` for the caller’s replies.')),
})

export const Rescheduling = component(
  'Rescheduling',
  closed(
    { sendAt: time('When to send it, at most 30 days ahead.') },
    { description: 'The new time of a scheduled reply.', examples: [{ sendAt: '2026-03-05T08:00:00.000Z' }] },
  ),
)
