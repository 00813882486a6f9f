import { addedLater } from '#platform/outbox/stored-records.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type, withRules } from '#platform/schema.ts'
import { satisfactionExample, satisfactionInput, satisfactionOutput } from '../tenants/index.ts'
import { Capabilities, storedOnly } from '../../channels/capabilities.ts'
import { email as emailChannel } from '../../channels/email/index.ts'
import { HookChannel, HookChannelInput } from '../../channels/hook-settings.ts'
import { channels, type InboxTypeName } from '../../channels/index.ts'
import { findAddressProblems } from './address.ts'
import { findSettingsProblems } from './channel-settings.ts'
import { findAutoReplyProblems } from './auto-reply.ts'
import { defaultEmailSettings, EmailChannel, EmailChannelInput } from '../../channels/email/settings.ts'
import { findWidgetProblems, WidgetChannel, WidgetChannelInput } from '../../channels/widget/settings.ts'

export const InboxType = component(
  'InboxType',
  // Safe because each channel has a type of its own.
  choice(Object.fromEntries(channels.map(({ type, description }) => [type, description])) as Record<InboxTypeName, string>, {
    description: 'The source of the inbox’s messages. It never changes.',
  }),
)

const name = trimmedText({ maxLength: 255, description: 'The name that agents see.', examples: ['Support'] })
const address = Type.String({
  minLength: 1,
  maxLength: 320,
  pattern: '\\S',
  description:
    'The address to which customers write. The allowed form depends on the type: an e-mail address for `EMAIL`, a telephone ' +
    'number in E.164 (`+4930901820`) for `SMS`, `VOICE` and `WHATSAPP`, a channel (`#support`) or its id for `SLACK`, the website ' +
    'for `WIDGET`, any name for `API`. That of a `TELEGRAM` inbox is the name of its bot (`@acme_support_bot`), which comes with the token.',
  examples: ['support@example.com', 'help@example.com'],
})
const autoReplyDescription =
  'Text sent back to the first mail of a new thread, with variables: `customer.name`, `customer.firstName`, `customer.email`, `thread.subject`, ' +
  '`thread.ticketNumber`, `inbox.name`, `team.name`, `tenant.name`, `inbox.expectedReplyTime` (by when the first reply is due by the ' +
  'thread’s SLA policy, such as `by Monday 10:00`) and `inbox.nextOpening` (outside business hours, when they begin next, such as ' +
  '`on Monday at 09:00`), in the tenant’s language and time zone. A variable that may have no value needs a default: ' +
  '`{{customer.firstName|there}}`. Null for none.'
const outsideHoursDescription =
  'Text sent in place of `autoReply` outside business hours; with `autoReply: null`, mails get an automatic reply only then. The hours are those of ' +
  'the thread’s SLA policy, otherwise of its team, otherwise of the setting `reporting.businessHoursId`; without any, the inbox is ' +
  'always within its hours. Null to send `autoReply` at any time.'
const autoReply = Type.String({ minLength: 1, maxLength: 10_000, description: autoReplyDescription })
const autoReplyOutsideHours = Type.String({ minLength: 1, maxLength: 10_000, description: outsideHoursDescription })
const signatureDescription =
  'Text appended to every reply from this inbox, unless its author has a signature of their own. It may contain the variables of ' +
  '`signature` in PATCH /me/preferences; one without a value and a default leaves nothing.'
const signature = Type.String({ minLength: 1, maxLength: 10_000, description: signatureDescription })
const satisfactionDescription =
  'Settings of satisfaction for the threads of this inbox, in place of all of the tenant’s; null for the tenant’s.'
const partial = Object.fromEntries(Object.entries(satisfactionInput).map(([field, shape]) => [field, Type.Optional(shape)])) as {
  // Safe because each field is made optional under its name.
  [Name in keyof typeof satisfactionInput]: ReturnType<typeof Type.Optional<(typeof satisfactionInput)[Name]>>
}
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
  autoReplyOutsideHours: Type.Optional(nullable(autoReplyOutsideHours)),
  signature: Type.Optional(nullable(signature)),
  email: Type.Optional(EmailChannelInput),
  widget: Type.Optional(WidgetChannelInput),
  hook: Type.Optional(
    nullable(HookChannelInput, { description: 'Settings of an inbox that your own program or a messenger serves; null for none.' }),
  ),
  satisfaction: Type.Optional(
    nullable(closed(partial), {
      description: `${satisfactionDescription} Omitted fields get the service’s defaults, not the tenant’s values.`,
      examples: [{ enabled: true, scale: 'THUMBS' }],
    }),
  ),
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
      autoReply: nullable(Type.String(), { description: autoReplyDescription }),
      autoReplyOutsideHours: addedLater(nullable(Type.String(), { description: outsideHoursDescription }), () => null),
      signature: nullable(Type.String(), { description: signatureDescription }),
      email: addedLater(nullable(EmailChannel, { description: 'Settings of an EMAIL inbox; null for other types.' }), () => null),
      widget: addedLater(nullable(WidgetChannel, { description: 'Settings of a WIDGET inbox; null for other types.' }), () => null),
      hook: addedLater(
        nullable(HookChannel, { description: 'Settings of an inbox that your own program or a messenger serves; null for none.' }),
        () => null,
      ),
      satisfaction: nullable(closed(satisfactionOutput), { description: satisfactionDescription }),
      capabilities: addedLater(Capabilities, () => storedOnly('NOBODY')),
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
          autoReplyOutsideHours: null,
          signature: 'Kind regards, the support team',
          email: defaultEmailSettings,
          widget: null,
          hook: null,
          satisfaction: satisfactionExample,
          capabilities: emailChannel.capabilities({
            address: 'support@example.com',
            email: defaultEmailSettings,
            widget: null,
            hook: null,
          }),
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
    ({ type, address: given, email, widget, hook, ...texts }) => [
      ...findAddressProblems(type, given),
      ...findAutoReplyProblems(texts),
      ...findSettingsProblems(type, { email, widget, hook }),
      ...findWidgetProblems(widget),
    ],
  ),
)

export const InboxUpdate = component(
  'InboxUpdate',
  withRules(
    closed({ name: Type.Optional(name), ...optional }, { minProperties: 1, examples: [{ signature: 'Kind regards, the support team' }] }),
    (body) => [...findAutoReplyProblems(body), ...findWidgetProblems(body.widget)],
  ),
)
