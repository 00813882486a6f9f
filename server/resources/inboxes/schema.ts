import {
  addedLater,
  choice,
  closed,
  component,
  exampleId,
  idInput,
  idOutput,
  nullable,
  time,
  trimmedText,
  Type,
  withRules,
} from '../../kit/index.ts'
import { findAddressProblems } from './address.ts'
import { defaultEmailSettings, EmailChannel, EmailChannelInput } from './email-channel.ts'

export const InboxType = component(
  'InboxType',
  choice(
    {
      EMAIL: 'E-mail to its address.',
      API: 'Your own systems.',
      WIDGET: 'The widget on a website.',
      SLACK: 'A Slack channel.',
      WHATSAPP: 'WhatsApp.',
      SMS: 'Text messages.',
      VOICE: 'Telephone calls.',
    },
    { description: 'The source of the inbox’s messages. It never changes.' },
  ),
)

const name = trimmedText({ maxLength: 255, description: 'The name that agents see.', examples: ['Support'] })
const address = Type.String({
  minLength: 1,
  maxLength: 320,
  pattern: '\\S',
  description:
    'The address to which customers write. The allowed form depends on the type: an e-mail address for `EMAIL`, a telephone ' +
    'number in E.164 (`+4930901820`) for `SMS`, `VOICE` and `WHATSAPP`, a channel (`#support`) or its id for `SLACK`, the website ' +
    'for `WIDGET`, any name for `API`.',
  examples: ['support@example.com', 'help@example.com'],
})
const autoReply = Type.String({ minLength: 1, maxLength: 10_000, description: 'Text sent back to the first message of a new thread.' })
const signature = Type.String({ minLength: 1, maxLength: 10_000, description: 'Text appended to every reply from this inbox.' })
const active = 'Whether the inbox receives new threads. An inactive default inbox is skipped.'

const optional = {
  address: Type.Optional(nullable(address)),
  isDefault: Type.Optional(
    Type.Boolean({
      description:
        '`true` makes this the tenant’s default inbox instead of the current one. Without a default, new threads go to the oldest active EMAIL or API inbox.',
    }),
  ),
  active: Type.Optional(Type.Boolean({ description: active })),
  teamId: Type.Optional(nullable(idInput('tea', 'The team of new threads.'), { description: 'The team of new threads, or null.' })),
  slaPolicyId: Type.Optional(
    nullable(idInput('sla', 'The SLA policy of its threads.'), { description: 'The SLA policy of its threads, or null.' }),
  ),
  autoReply: Type.Optional(nullable(autoReply)),
  signature: Type.Optional(nullable(signature)),
  email: Type.Optional(EmailChannelInput),
}

export const Inbox = component(
  'Inbox',
  closed(
    {
      id: idOutput('inb', 'The inbox.'),
      name: Type.String({ description: 'The name that agents see.' }),
      type: InboxType,
      address: nullable(Type.String(), { description: 'The address to which customers write.' }),
      isDefault: Type.Boolean({ description: 'Whether threads without an inbox go here. A tenant has at most one default inbox.' }),
      active: Type.Boolean({ description: active }),
      teamId: nullable(idOutput('tea', 'The team.'), { description: 'The team of new threads.' }),
      slaPolicyId: nullable(idOutput('sla', 'The SLA policy.'), { description: 'The SLA policy of its threads.' }),
      autoReply: nullable(Type.String(), { description: 'Text sent back to the first message of a new thread.' }),
      signature: nullable(Type.String(), { description: 'Text appended to every reply from this inbox.' }),
      email: addedLater(nullable(EmailChannel, { description: 'Settings of an EMAIL inbox; null for other types.' }), () => null),
      createdAt: time('When it was created.'),
    },
    {
      description: 'The addresses that receive threads.',
      examples: [
        {
          id: exampleId('inb'),
          name: 'Support',
          type: 'EMAIL',
          address: 'support@example.com',
          isDefault: true,
          active: true,
          teamId: null,
          slaPolicyId: null,
          autoReply: null,
          signature: 'Kind regards, the support team',
          email: defaultEmailSettings,
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const InboxCreate = component(
  'InboxCreate',
  withRules(
    closed({ name, type: InboxType, ...optional }, { examples: [{ name: 'Support', type: 'EMAIL', address: 'support@example.com' }] }),
    ({ type, address: given, email }) => [
      ...findAddressProblems(type, given),
      ...(email && type !== 'EMAIL' ? [{ field: 'email', code: 'NOT_ALLOWED', message: 'is only for inboxes of type EMAIL' }] : []),
    ],
  ),
)

export const InboxUpdate = component(
  'InboxUpdate',
  closed({ name: Type.Optional(name), ...optional }, { minProperties: 1, examples: [{ signature: 'Kind regards, the support team' }] }),
)
