/** What an inbox's replies may contain, and what the inbox can report: the public schema. */
import { choice, closed, component, nullable, Type, type Static } from '#platform/schema.ts'

export const InboxBodyFormat = component(
  'InboxBodyFormat',
  choice({ text: 'Plain text.', html: 'HTML.' }, { description: 'A format of a reply.' }),
)

/** What a channel without limits can do. */
const unlimited = {
  formats: ['text' as const, 'html' as const],
  maxTextLength: null,
  splits: false,
  files: { maxBytes: null, maxCount: null, types: [] },
  edit: false,
  remove: false,
  receipts: [],
  window: null,
  startsConversations: 'YES' as const,
  live: false,
}

export const Capabilities = component(
  'InboxCapabilities',
  closed(
    {
      delivers: component(
        'InboxDelivery',
        choice(
          {
            SERVICE: 'The service sends it.',
            OWN_PROGRAM: 'Your own program reads it through the API or a webhook.',
            NOBODY: 'Nobody: the reply is only stored.',
          },
          { description: 'Who delivers a reply to the customer.' },
        ),
      ),
      formats: Type.Array(InboxBodyFormat, {
        description: 'The formats in which a reply arrives. HTML is converted to text where it is not among them.',
      }),
      maxTextLength: nullable(Type.Integer({ minimum: 1 }), {
        description: 'The maximum number of characters of a message; null for no limit of the channel.',
      }),
      splits: Type.Boolean({ description: 'Whether a longer text is sent as several messages. Without, it is refused.' }),
      files: nullable(
        closed(
          {
            maxBytes: nullable(Type.Integer({ minimum: 1 }), {
              description: 'The maximum bytes of a file; null for the limit of uploads.',
            }),
            maxCount: nullable(Type.Integer({ minimum: 1 }), {
              description: 'The maximum number of files; null for the limit of replies.',
            }),
            types: Type.Array(Type.String(), { description: 'Accepted media types, such as `image/*`; empty for all.' }),
          },
          { description: 'The files that a reply may have.' },
        ),
        { description: 'The files that a reply may have; null for none.' },
      ),
      edit: Type.Boolean({ description: 'Whether the customer can edit a message that was received.' }),
      remove: Type.Boolean({ description: 'Whether the customer can delete a message that was received.' }),
      receipts: Type.Array(
        component(
          'InboxReceipt',
          choice(
            { DELIVERED: 'It reached the customer’s device.', SEEN: 'The customer has seen it.' },
            { description: 'What is reported about a reply.' },
          ),
        ),
        { description: 'What the channel reports about a reply after it was sent.' },
      ),
      window: nullable(
        closed(
          {
            seconds: Type.Integer({ minimum: 1, description: 'Seconds after the customer’s latest message.' }),
            closedBy: component(
              'InboxWindowExit',
              choice(
                { TEMPLATE: 'An approved template.', NOTHING: 'Nothing, until the customer writes again.' },
                { description: 'What may be sent after the window has closed.' },
              ),
            ),
          },
          { description: 'The time in which a reply is allowed.' },
        ),
        { description: 'The time after the customer’s latest message in which a reply is allowed; null for always.' },
      ),
      startsConversations: component(
        'InboxConversationStart',
        choice(
          { YES: 'Yes.', TEMPLATE: 'Only with an approved template.', NO: 'No: the customer writes first.' },
          { description: 'Whether an agent can write first.' },
        ),
      ),
      live: Type.Boolean({
        description:
          'Whether people wait for the reply on the spot, as in a chat. The dashboard then sends it at once, without time to undo.',
      }),
      recipients: component(
        'InboxRecipients',
        choice({ ONE: 'One person.', MANY: 'Several, with copies.' }, { description: 'The number of recipients of a reply.' }),
      ),
    },
    {
      description: 'What the replies of an inbox may contain, and what the channel reports about them.',
      examples: [{ delivers: 'SERVICE', ...unlimited, recipients: 'MANY' }],
    },
  ),
)
export type Capabilities = Static<typeof Capabilities>

/** Capabilities of an inbox whose replies the service does not send. They are stored whatever they contain. */
export function storedOnly(delivers: 'OWN_PROGRAM' | 'NOBODY'): Capabilities {
  return { delivers, ...unlimited, recipients: 'ONE' }
}
