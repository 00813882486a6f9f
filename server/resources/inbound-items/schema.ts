/** Public schemas of inbound items. */
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { suspensionCauses } from '../inbound-mails/index.ts'
import { ThreadChannel } from '../thread-words/index.ts'

const InboundItemOutcome = component(
  'InboundItemOutcome',
  choice(
    {
      RECEIVED: 'It is stored and waits to be processed.',
      MESSAGE: 'It became a message.',
      STATUS: 'It reported the state of a reply.',
      CHANGE: 'It changed or deleted a message.',
      IGNORED: 'It had no effect; `reason` says why.',
      SUSPENDED: 'A guard stopped it. It waits to be released, and expires.',
      DUPLICATE: 'The same item had arrived before.',
      BOUNCE: 'A mail that reported that another could not be delivered.',
      OWN: 'A mail that the service itself had sent.',
    },
    { description: 'What became of an item.' },
  ),
)

const InboundItemCause = component(
  'InboundItemCause',
  choice(
    {
      ...suspensionCauses,
      UNKNOWN_TYPE: 'The service does not know the type of the event.',
      NOT_READ: 'It is no message that agents answer, such as one of a group; `reason` says why.',
      UNKNOWN_MESSAGE: 'It changes a message that never arrived, or that was erased.',
      UNKNOWN_DELIVERY: 'It reports about a reply that the inbox has not sent.',
      DELETED: 'It changes a message that the customer had deleted.',
      EMPTY: 'It has neither words nor a file.',
    },
    { description: 'Why an item was suspended or ignored, in one word.' },
  ),
)

const fields = {
  id: idOutput('itm', 'The inbound item.'),
  mailId: nullable(idOutput('eml', 'The inbound mail.'), { description: 'The inbound mail, if the item is one; null otherwise.' }),
  inboxId: nullable(idOutput('inb', 'The inbox.'), { description: 'The inbox; null for a mail whose inbox is not known yet.' }),
  channel: ThreadChannel,
  kind: Type.String({ description: 'The type of the event, such as `message.received`; `mail` for a mail.' }),
  outcome: InboundItemOutcome,
  cause: nullable(InboundItemCause, { description: 'Why it was suspended or ignored; null otherwise.' }),
  reason: nullable(Type.String(), { description: 'The same in a sentence; null if `cause` says it all.' }),
  externalId: nullable(Type.String(), { description: 'The message’s id in the program, or the Message-ID of a mail.' }),
  from: nullable(Type.String(), { description: 'The address of the person who wrote; null if nobody did.' }),
  size: Type.Integer({ minimum: 0, description: 'Bytes of the body as it came in.' }),
  threadId: nullable(idOutput('thr', 'The thread.'), { description: 'The thread that it belongs to; null for none.' }),
  resultId: nullable(idOutput('msg', 'The message.'), {
    description: 'The message that it became, changed, or whose state it reported; null for none.',
  }),
  duplicateOf: nullable(idOutput('itm', 'The first item.'), { description: 'The item of which this is a duplicate.' }),
  differs: Type.Boolean({ description: 'Whether a duplicate has other bytes than the first item.' }),
  attempts: Type.Integer({ minimum: 0, description: 'The number of attempts to process it.' }),
  lastError: nullable(Type.String(), { description: 'Why the last attempt failed.' }),
  receivedAt: time('When it was accepted.'),
  processedAt: nullable(time('When it was processed.'), { description: 'When it was processed; null while it waits.' }),
  expiresAt: nullable(time('When it is deleted.'), {
    description: 'When a suspended item, or the body of a duplicate that differs, is deleted.',
  }),
}

const example = {
  id: exampleId('itm'),
  mailId: null,
  inboxId: exampleId('inb'),
  channel: 'sms' as const,
  kind: 'message.received',
  outcome: 'MESSAGE' as const,
  cause: null,
  reason: null,
  externalId: 'sms-4711',
  from: '+442079460018',
  size: 184,
  threadId: exampleId('thr'),
  resultId: exampleId('msg'),
  duplicateOf: null,
  differs: false,
  attempts: 1,
  lastError: null,
  receivedAt: '2026-03-04T09:30:00.000Z',
  processedAt: '2026-03-04T09:30:00.040Z',
  expiresAt: null,
}

export const InboundItem = component(
  'InboundItem',
  closed(fields, { description: 'One thing that came in: an event of your own program, or a mail.', examples: [example] }),
)

export const InboundItemDetails = component(
  'InboundItemDetails',
  closed(
    {
      ...fields,
      payload: nullable(Type.String(), {
        description:
          'The body as it came in. Null for a mail (`GET /inbound-mails/{mailId}/original`), and after the tenant’s `retention.rawMails`.',
      }),
    },
    {
      description: 'An item that came in, with its body.',
      examples: [{ ...example, payload: '{"type":"message.received","data":{"externalId":"sms-4711"}}' }],
    },
  ),
)

export const InboundItemFilters = closed({
  inboxId: Type.Optional(idInput('inb', 'Items of this inbox.')),
  outcome: Type.Optional(InboundItemOutcome),
  cause: Type.Optional(InboundItemCause),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 998,
      description: 'Items about the message with this id in the program, and mails with this Message-ID.',
      examples: ['sms-4711'],
    }),
  ),
  receivedAfter: Type.Optional(time('Items accepted after this time.')),
  receivedBefore: Type.Optional(time('Items accepted before this time.')),
})
