import { choice, closed, component, exampleId, idOutput, nullable, time, trimmedText, Type } from '../../kit/index.ts'

export const CustomFieldTarget = component(
  'CustomFieldTarget',
  choice({ THREAD: 'Threads.', CUSTOMER: 'Customers.' }, { description: 'What has the field.' }),
)

export const CustomFieldType = component(
  'CustomFieldType',
  choice(
    {
      TEXT: 'Text of at most 4,096 characters.',
      NUMBER: 'A number.',
      BOOLEAN: '`true` or `false`.',
      DATE: 'A day, `2026-03-04`.',
      SELECT: 'One of the options: its `value`.',
      MULTISELECT: 'Several of the options: a list of their `value`s.',
      URL: 'An `http` or `https` address.',
    },
    { description: 'What values the field takes. It never changes.' },
  ),
)

export const CustomFieldRequired = component(
  'CustomFieldRequired',
  choice(
    {
      NEVER: 'It may stay empty.',
      ON_CREATE: 'Whatever is made over the API must have a value.',
      ON_RESOLVE: 'A thread must have a value before it is resolved. Of a customer it asks nothing.',
    },
    { description: 'When the field must have a value.' },
  ),
)

const name = trimmedText({ maxLength: 64, description: 'What people call the field. Surrounding spaces are removed.', examples: ['Plan'] })
const value = trimmedText({
  maxLength: 64,
  description: 'What is kept in threads and customers. It never changes; another `label` renames the option.',
  examples: ['pro'],
})
const label = trimmedText({ maxLength: 64, description: 'What people see; the `value` when left out.', examples: ['Professional'] })
const options = Type.Array(
  component(
    'CustomFieldOptionInput',
    closed(
      {
        value,
        label: Type.Optional(label),
        archived: Type.Optional(
          Type.Boolean({ default: false, description: '`true` keeps the option for values that name it; it cannot be chosen.' }),
        ),
      },
      { examples: [{ value: 'pro', label: 'Professional', archived: false }] },
    ),
  ),
  {
    maxItems: 1000,
    description:
      'The options of a SELECT or MULTISELECT field, in their order; other types have none. An option that is left out when the field is changed is ' +
      'archived: values that name it stay and are shown, and it can no longer be chosen. Sent again, it can.',
    examples: [[{ value: 'pro', label: 'Pro', archived: false }]],
  },
)
const orderIn = 'Where forms show the field, from the lowest to the highest.'
const order = Type.Integer({ minimum: 0, maximum: 1_000_000, description: orderIn })

export const CustomField = component(
  'CustomField',
  closed(
    {
      id: idOutput('fld', 'The field.'),
      key: Type.String({ description: 'The name of the value in `customFields`, unique for threads and for customers. It never changes.' }),
      name: Type.String({ description: 'What people call the field.' }),
      appliesTo: CustomFieldTarget,
      type: CustomFieldType,
      options: Type.Array(
        component(
          'CustomFieldOption',
          closed({
            value: Type.String({ description: 'What is kept in threads and customers.' }),
            label: Type.String({ description: 'What people see.' }),
            archived: Type.Boolean({ description: 'Values that name it stay; it can no longer be chosen.' }),
          }),
        ),
        { description: 'The options, archived ones last.' },
      ),
      required: CustomFieldRequired,
      order: Type.Integer({ description: orderIn }),
      archivedAt: nullable(time('When it was archived.'), {
        description: 'When it was archived; values stay and are shown, and can only be removed.',
      }),
      createdAt: time('When it was made.'),
    },
    {
      description: 'A field of your own for threads or customers. Values stand in their `customFields` under its `key`.',
      examples: [
        {
          id: exampleId('fld'),
          key: 'plan',
          name: 'Plan',
          appliesTo: 'CUSTOMER',
          type: 'SELECT',
          options: [{ value: 'pro', label: 'Professional', archived: false }],
          required: 'NEVER',
          order: 0,
          archivedAt: null,
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const CustomFieldCreate = component(
  'CustomFieldCreate',
  closed(
    {
      key: Type.String({
        pattern: '^[a-z][a-z0-9_]{0,63}$',
        description: 'The name of the value in `customFields`: `a-z`, `0-9` and `_`, beginning with a letter. It never changes.',
        examples: ['plan'],
      }),
      name,
      appliesTo: CustomFieldTarget,
      type: CustomFieldType,
      options: Type.Optional(options),
      required: Type.Optional(CustomFieldRequired),
      order: Type.Optional(Type.Integer({ ...order, description: `${orderIn} Last when left out.` })),
    },
    {
      examples: [{ key: 'plan', name: 'Plan', appliesTo: 'CUSTOMER', type: 'SELECT', options: [{ value: 'pro', label: 'Professional' }] }],
    },
  ),
)

export const CustomFieldUpdate = component(
  'CustomFieldUpdate',
  closed(
    {
      name: Type.Optional(name),
      options: Type.Optional(options),
      required: Type.Optional(CustomFieldRequired),
      order: Type.Optional(order),
      archived: Type.Optional(Type.Boolean({ description: '`true` archives the field, `false` brings it back.' })),
    },
    { minProperties: 1, examples: [{ name: 'Tariff' }] },
  ),
)

export const CustomFieldFilters = closed({ appliesTo: Type.Optional(CustomFieldTarget) })

/** Values of custom fields by key. */
export const CustomFieldValues = component(
  'CustomFieldValues',
  Type.Record(
    Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
    Type.Union([
      Type.String({ maxLength: 4096 }),
      Type.Number(),
      Type.Boolean(),
      Type.Null(),
      Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }),
    ]),
    {
      additionalProperties: false,
      maxProperties: 100,
      description: 'Values of custom fields by key. Keys are `a-z`, `0-9` and `_`.',
      examples: [{ plan: 'pro' }],
    },
  ),
)
