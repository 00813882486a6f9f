import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { choice, closed, component, nullable, Type, type Static } from '#platform/schema.ts'
import { type FormField, formFieldKinds } from '../../channels/channel.ts'
import { providers } from '../../channels/hook.ts'
import { channels } from '../../channels/index.ts'
import { inbox } from './inbox.ts'
import { InboxType } from './schema.ts'

const InboxFormField = component(
  'InboxFormField',
  closed(
    {
      field: Type.String({ description: 'The field of `Inbox`, such as `hook.outboundUrl`.' }),
      kind: component('InboxFormFieldKind', choice(formFieldKinds, { description: 'The kind of input.' })),
      label: Type.String({ description: 'A label for people.' }),
      hint: nullable(Type.String(), { description: 'What the field does; null if the label says it.' }),
      options: Type.Array(
        closed({ value: Type.String({ description: 'The value.' }), label: Type.String({ description: 'Its label.' }) }),
        { description: 'The values of CHOICES; empty for other kinds.' },
      ),
    },
    { description: 'A field of a form.' },
  ),
)

const InboxTypeInfo = component(
  'InboxTypeInfo',
  closed(
    {
      type: InboxType,
      name: Type.String({ description: 'A name for people.' }),
      description: Type.String({ description: 'What customers use to write to such an inbox.' }),
      address: closed(
        { form: Type.String({ description: 'The form of the address.' }), example: Type.String({ description: 'An example.' }) },
        { description: 'The address of such an inbox.' },
      ),
      settings: nullable(
        component(
          'InboxSettingsName',
          choice(
            { email: 'Settings of mail.', widget: 'Settings of a website chat.', hook: 'Settings of a provider.' },
            { description: 'The field of `Inbox` with its settings.' },
          ),
        ),
        { description: 'The field of `Inbox` with its settings; null for none.' },
      ),
      providers: Type.Array(
        closed({
          provider: Type.String({ description: 'The value of `hook.provider`.' }),
          name: Type.String({ description: 'A name for people.' }),
          description: Type.String({ description: 'What it does.' }),
          form: Type.Array(InboxFormField, { description: 'The fields of its settings, in the order of a form.' }),
        }),
        { description: 'What can receive and send the messages of such an inbox.' },
      ),
    },
    {
      description: 'A type of inbox, with what a form for it needs.',
      examples: [
        {
          type: 'API',
          name: 'API',
          description: 'Your own systems.',
          address: { form: 'any name', example: 'orders' },
          settings: 'hook',
          providers: [],
        },
      ],
    },
  ),
)

export const listInboxTypes = endpoint.read({
  operationId: 'listInboxTypes',
  path: '/inbox-types',
  tag: inbox.tag,
  scope: inbox.scopes.read,
  summary: 'List the types of inboxes',
  description:
    'All types of inboxes on one page, each with the form of its address and, for each provider, the fields of its settings. With it, your own ' +
    'screens can offer types and providers of later versions.',
  responds: { 200: list(InboxTypeInfo, 'All types') },
  present: toInfo,
  async handle() {
    const records = [...channels]
    return { records, total: records.length, next: null }
  },
})

function toInfo({
  type,
  name,
  description,
  addressForm,
  addressExample,
  settings,
}: (typeof channels)[number]): Static<typeof InboxTypeInfo> {
  return {
    type,
    name,
    description,
    address: { form: addressForm, example: addressExample },
    settings,
    providers: Object.values(providers)
      .filter((each) => each.types.includes(type))
      .map((each) => ({ provider: each.name, name: each.title, description: each.description, form: each.form.map(toFormField) })),
  }
}

function toFormField({ field, kind, label, hint, options = [] }: FormField): Static<typeof InboxFormField> {
  return { field, kind, label, hint: hint ?? null, options: [...options] }
}
