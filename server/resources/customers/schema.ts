import { closed, component, emailInput, emailOutput, exampleId, idInput, idOutput, nullable, time, Type } from '../../kit/schema.ts'
import { CustomFieldValues } from '../custom-fields/index.ts'

const email = emailInput(
  'E-mail address, internationalised ones included (RFC 6531); compared and kept in lower case, with its domain in Unicode.',
)
const name = Type.String({ minLength: 1, maxLength: 255, description: 'How the customer is called.', examples: ['Ada Lovelace'] })
const externalId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Your own id of the customer, unique within the tenant.',
  examples: ['crm-4711'],
})

export const Customer = component(
  'Customer',
  closed(
    {
      id: idOutput('cst', 'The customer.'),
      email: emailOutput('E-mail address, in lower case.'),
      name: nullable(Type.String(), { description: 'How the customer is called.' }),
      externalId: nullable(Type.String(), { description: 'Your own id of the customer.' }),
      customFields: CustomFieldValues,
      mergedInto: nullable(idOutput('cst', 'The target.'), {
        description:
          'The customer that this one was merged into, who has the threads now and whom the address leads to. Null for all that lists show.',
      }),
      createdAt: time('When the customer was first seen.'),
      updatedAt: time('When the customer was last changed.'),
    },
    {
      description: 'A person who writes to you.',
      examples: [
        {
          id: 'cst_01k2w3t5q7e0r9vbx4m6n8h2dz',
          email: 'ada@example.com',
          name: 'Ada Lovelace',
          externalId: null,
          customFields: {},
          mergedInto: null,
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const CustomerUpsert = component(
  'CustomerUpsert',
  closed(
    { email, name: Type.Optional(name), externalId: Type.Optional(externalId), customFields: Type.Optional(CustomFieldValues) },
    { examples: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] },
  ),
)

export const CustomerUpdate = component(
  'CustomerUpdate',
  closed(
    {
      email: Type.Optional(email),
      name: Type.Optional(nullable(name)),
      externalId: Type.Optional(nullable(externalId)),
      customFields: Type.Optional(CustomFieldValues),
    },
    { minProperties: 1, examples: [{ name: 'Ada King' }] },
  ),
)

export const CustomerMerge = component(
  'CustomerMerge',
  closed(
    {
      sourceIds: Type.Array(idInput('cst', 'A customer.'), {
        minItems: 1,
        maxItems: 20,
        description: 'The customers who are the same person as the one of the path, which gets their threads.',
      }),
    },
    { examples: [{ sourceIds: [exampleId('cst')] }] },
  ),
)

export const CustomerFilters = closed({
  email: Type.Optional(emailInput('The customer’s e-mail address, in any spelling.')),
  externalId: Type.Optional(externalId),
})

/** The requester of a new thread. */
export const Requester = component(
  'Requester',
  closed(
    { email, name: Type.Optional(name) },
    {
      description: 'Who asks. The customer of this e-mail address is made or updated; `name` changes only when sent.',
      examples: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
    },
  ),
)
