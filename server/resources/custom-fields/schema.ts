import { choice, closed, component, exampleId, idOutput, nullable, time, trimmedText, Type } from '#platform/schema.ts'

export const CustomFieldTarget = component(
  'CustomFieldTarget',
  choice({ THREAD: 'Threads.', CUSTOMER: 'Customers.' }, { description: 'The objects that have the field.' }),
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
    { description: 'The type of the field’s values. It never changes.' },
  ),
)

export const CustomFieldRequired = component(
  'CustomFieldRequired',
  choice(
    {
      NEVER: 'The value is optional.',
      ON_CREATE: 'Objects created over the API must have a value.',
      ON_RESOLVE: 'A thread must have a value before it is resolved or closed. No effect for customers.',
    },
    { description: 'When a value is required.' },
  ),
)

const name = trimmedText({
  maxLength: 64,
  description: 'The display name of the field. Surrounding spaces are removed.',
  examples: ['Plan'],
})
const value = trimmedText({
  maxLength: 64,
  description: 'The value stored in threads and customers. It never changes; change `label` to rename the option.',
  examples: ['pro'],
})
const label = trimmedText({ maxLength: 64, description: 'The display name; defaults to `value`.', examples: ['Professional'] })
const options = Type.Array(
  component(
    'CustomFieldOptionInput',
    closed(
      {
        value,
        label: Type.Optional(label),
        archived: Type.Optional(
          Type.Boolean({ default: false, description: '`true` keeps the option for existing values, but it can no longer be chosen.' }),
        ),
      },
      { examples: [{ value: 'pro', label: 'Professional', archived: false }] },
    ),
  ),
  {
    maxItems: 1000,
    description:
      'The options of a SELECT or MULTISELECT field, in their order; other types have none. An omitted option is archived: existing ' +
      'values stay, but it can no longer be chosen. Sending it again restores it.',
    examples: [[{ value: 'pro', label: 'Pro', archived: false }]],
  },
)
const orderDescription = 'The position of the field in forms, ascending.'
const order = Type.Integer({ minimum: 0, maximum: 1_000_000, description: orderDescription })

export const CustomField = component(
  'CustomField',
  closed(
    {
      id: idOutput('fld', 'The field.'),
      key: Type.String({ description: 'The name of the value in `customFields`, unique for threads and for customers. It never changes.' }),
      name: Type.String({ description: 'The display name of the field.' }),
      appliesTo: CustomFieldTarget,
      type: CustomFieldType,
      options: Type.Array(
        component(
          'CustomFieldOption',
          closed({
            value: Type.String({ description: 'The value stored in threads and customers.' }),
            label: Type.String({ description: 'The display name.' }),
            archived: Type.Boolean({ description: 'Existing values stay, but it can no longer be chosen.' }),
          }),
        ),
        { description: 'The options, archived ones last.' },
      ),
      required: CustomFieldRequired,
      order: Type.Integer({ description: orderDescription }),
      archivedAt: nullable(time('When it was archived.'), {
        description: 'When it was archived; existing values stay and are shown, but can only be removed.',
      }),
      createdAt: time('When it was created.'),
    },
    {
      description: 'A field that you define for threads or customers. Its values are in their `customFields`, under its `key`.',
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
        description: 'The name of the value in `customFields`: `a-z`, `0-9` and `_`, starting with a letter. It never changes.',
        examples: ['plan'],
      }),
      name,
      appliesTo: CustomFieldTarget,
      type: CustomFieldType,
      options: Type.Optional(options),
      required: Type.Optional(CustomFieldRequired),
      order: Type.Optional(Type.Integer({ ...order, description: `${orderDescription} Last by default.` })),
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
      archived: Type.Optional(Type.Boolean({ description: '`true` archives the field, `false` restores it.' })),
    },
    { minProperties: 1, examples: [{ name: 'Tariff' }] },
  ),
)

export const CustomFieldFilters = closed({ appliesTo: Type.Optional(CustomFieldTarget) })

const key = '^[a-z][a-z0-9_]{0,63}$'

/** A filter by values of custom fields. */
export const CustomFieldFilter = component(
  'CustomFieldFilter',
  Type.Record(Type.String({ pattern: key }), Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean()]), {
    additionalProperties: false,
    maxProperties: 10,
    description:
      'Values of custom fields by key; all must match. A multiple selection matches each of its options, and an empty value matches ' +
      'objects on which the field has no value; `*` matches those on which it has one. In a query string: `customFields[plan]=pro`.',
    examples: [{ plan: 'pro' }],
  }),
)

/** Values of custom fields by key. */
export const CustomFieldValues = component(
  'CustomFieldValues',
  Type.Record(
    Type.String({ pattern: key }),
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
