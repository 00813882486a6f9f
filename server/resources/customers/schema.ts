import { choice, closed, component, emailInput, emailOutput, exampleId, idInput, idOutput, nullable, time, Type } from '../../kit/index.ts'
import { CustomFieldValues } from '../custom-fields/index.ts'

const email = emailInput(
  'E-mail address, including internationalised ones (RFC 6531); compared and stored in lower case, with its domain in Unicode.',
)
const name = Type.String({ minLength: 1, maxLength: 255, description: 'The customer’s name.', examples: ['Ada Lovelace'] })
const externalId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Your own id for the customer, unique within the tenant.',
  examples: ['crm-4711'],
})

export const Customer = component(
  'Customer',
  closed(
    {
      id: idOutput('cst', 'The customer.'),
      email: emailOutput('E-mail address, in lower case.'),
      name: nullable(Type.String(), { description: 'The customer’s name.' }),
      externalId: nullable(Type.String(), { description: 'Your own id for the customer.' }),
      customFields: CustomFieldValues,
      mergedInto: nullable(idOutput('cst', 'The target.'), {
        description: 'The customer that this one was merged into, who has its threads and to whom its address leads. Always null in lists.',
      }),
      erasedAt: nullable(time('When.'), {
        description:
          'When everything about the customer was erased, `null` before. What is left has no name and an address that receives nothing, and cannot be changed.',
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
          erasedAt: null,
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const ErasureMode = component(
  'ErasureMode',
  choice(
    {
      ANONYMIZE: 'The customer and its threads stay as rows without anything personal, so that numbers, times and totals stay as they are.',
      DELETE: 'The customer, its threads and their messages are deleted, and totals go down.',
    },
    { description: 'What an erasure leaves.' },
  ),
)

export const CustomerErasure = component(
  'CustomerErasure',
  closed(
    {
      id: idOutput('cst', 'The customer.'),
      mode: ErasureMode,
      requestId: idOutput('prv', 'The request: `GET /privacy/requests/{id}` has the receipt.'),
    },
    { description: 'That a customer was erased.', examples: [{ id: exampleId('cst'), mode: 'ANONYMIZE', requestId: exampleId('prv') }] },
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
        description: 'The customers who are the same person as the one in the path, who gets their threads.',
      }),
    },
    { examples: [{ sourceIds: [exampleId('cst')] }] },
  ),
)

export const CustomerFilters = closed({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Parts of the name, the address or the external id, those of customers who were merged into this one included, in any language, without regard to case and accents. All that spaces separate must occur: one or two letters as the beginning of a word, more of them anywhere.',
      examples: ['lovel example'],
    }),
  ),
  email: Type.Optional(emailInput('The customer’s e-mail address, in any spelling.')),
  externalId: Type.Optional(externalId),
})

/** The requester of a new thread. */
export const Requester = component(
  'Requester',
  closed(
    { email, name: Type.Optional(name) },
    {
      description: 'The person who asks. The customer with this e-mail address is created or updated; `name` changes only when sent.',
      examples: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
    },
  ),
)
