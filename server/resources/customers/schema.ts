import { addedLater } from '#platform/outbox/stored-records.ts'
import {
  anyCaseChoice,
  choice,
  closed,
  component,
  emailInput,
  emailOutput,
  exampleId,
  idInput,
  idOutput,
  nullable,
  time,
  Type,
} from '#platform/schema.ts'
import { CustomFieldValues } from '../custom-fields/index.ts'
import { hasAddress } from './unknown-address.ts'

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

const identityTypes = {
  EMAIL: 'An e-mail address.',
  PHONE: 'A telephone number.',
  WHATSAPP: 'A telephone number on WhatsApp.',
  SLACK: 'A member of a Slack workspace.',
  TELEGRAM: 'The id of a Telegram user.',
  WIDGET: 'A visitor of a web site.',
  EXTERNAL: 'An id in another system.',
}
const identityTypeDescription = 'The kind of identity.'
const verifiedDescription = 'Whether it is known to belong to the customer. An unverified address does not lead to the customer.'

export const CustomerIdentity = component(
  'CustomerIdentity',
  closed(
    {
      id: idOutput('idn', 'The identity.'),
      type: component('CustomerIdentityType', choice(identityTypes, { description: identityTypeDescription })),
      value: Type.String({ description: 'The address, number or id.' }),
      verified: Type.Boolean({ description: verifiedDescription }),
      inboxId: nullable(idOutput('inb', 'The inbox.'), { description: 'The inbox through which it became known; null for any.' }),
      lastSeenAt: nullable(time('When.'), { description: 'When the customer last wrote from it; null if unknown.' }),
    },
    {
      description: 'One way to reach a customer.',
      examples: [{ id: exampleId('idn'), type: 'EMAIL', value: 'ada@example.com', verified: true, inboxId: null, lastSeenAt: null }],
    },
  ),
)

export const CustomerIdentityCreate = component(
  'CustomerIdentityCreate',
  closed(
    {
      type: component('CustomerIdentityTypeInput', anyCaseChoice('upper', identityTypes, { description: identityTypeDescription })),
      value: Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '\\S',
        description: 'The address, number or id. Telephone numbers in international form, `+44 20 7946 0018`.',
      }),
      verified: Type.Optional(Type.Boolean({ description: `${verifiedDescription} By default true.` })),
    },
    { examples: [{ type: 'EXTERNAL', value: 'crm-4711' }] },
  ),
)

export const Customer = component(
  'Customer',
  closed(
    {
      id: idOutput('cst', 'The customer.'),
      email: emailOutput('E-mail address, in lower case. A customer without one (`hasEmail`) has an invalid one, `<id>@unknown.invalid`.'),
      hasEmail: addedLater(
        Type.Boolean({ description: 'Whether `email` is an address to which mail can be sent.' }),
        ({ email: address }) => hasAddress(String(address)),
      ),
      emailFailedAt: nullable(time('When.'), {
        description:
          'Since when mail to `email` is returned or refused for good; null if it is not. Automatic mail to the address stops until mail comes from it.',
      }),
      identities: Type.Array(CustomerIdentity, {
        description: 'All addresses, numbers and ids by which the customer is known; `email` first.',
      }),
      optedOut: Type.Array(Type.String({ description: 'A channel.' }), {
        description: 'Channels on which the customer has asked for no more messages.',
      }),
      satisfactionOptOut: Type.Boolean({ description: 'Whether the customer has asked not to be asked for ratings any more.' }),
      name: nullable(Type.String(), { description: 'The customer’s name.' }),
      externalId: nullable(Type.String(), { description: 'Your own id for the customer.' }),
      customFields: CustomFieldValues,
      mergedInto: nullable(idOutput('cst', 'The target.'), {
        description:
          'The customer into whom this one was merged, who has the threads and gets the address’s new threads. Always null in lists.',
      }),
      erasedAt: nullable(time('When.'), {
        description:
          'When the customer’s data was erased, `null` before. The rest has no name and an invalid address, and cannot be changed.',
      }),
      createdAt: time('When the customer was created.'),
      updatedAt: time('When the customer was last changed.'),
    },
    {
      description: 'A person who writes to you.',
      examples: [
        {
          id: 'cst_01k2w3t5q7e0r9vbx4m6n8h2dz',
          email: 'ada@example.com',
          hasEmail: true,
          emailFailedAt: null,
          identities: [{ id: exampleId('idn'), type: 'EMAIL', value: 'ada@example.com', verified: true, inboxId: null, lastSeenAt: null }],
          optedOut: [],
          satisfactionOptOut: false,
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
      ANONYMIZE: 'The customer and its threads stay as rows without personal data, so numbers, times and totals do not change.',
      DELETE: 'The customer, its threads and their messages are deleted, and totals decrease.',
    },
    { description: 'The extent of an erasure.' },
  ),
)

export const CustomerErasure = component(
  'CustomerErasure',
  closed(
    {
      id: idOutput('cst', 'The customer.'),
      mode: ErasureMode,
      requestId: idOutput('prv', 'The privacy request: `GET /privacy/requests/{id}` has the receipt.'),
    },
    { description: 'The erasure of a customer.', examples: [{ id: exampleId('cst'), mode: 'ANONYMIZE', requestId: exampleId('prv') }] },
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
      satisfactionOptOut: Type.Optional(
        Type.Boolean({ description: 'Whether the customer is never asked for a rating. Customers set it by a link in the mail.' }),
      ),
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
        description: 'The customers to merge into the one in the path.',
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
        'Parts of the name, address or external id, including those of merged customers, in any language, ignoring case and accents. ' +
        'All parts must occur: parts of one or two letters at the beginning of a word, longer parts anywhere.',
      examples: ['lovel example'],
    }),
  ),
  email: Type.Optional(emailInput('The customer’s e-mail address, in any spelling.')),
  externalId: Type.Optional(externalId),
  updatedAfter: Type.Optional(time('Last changed later than this.')),
  updatedBefore: Type.Optional(time('Last changed earlier than this.')),
  sort: Type.Optional(
    component(
      'CustomerSort',
      choice(
        {
          createdAt: 'Oldest first.',
          '-createdAt': 'Newest first; the default.',
          updatedAt: 'Least recently changed first.',
          '-updatedAt': 'Most recently changed first.',
        },
        { description: 'The sort order; `-` reverses it.' },
      ),
    ),
  ),
})

/** Requester of a new thread. */
export const Requester = component(
  'Requester',
  closed(
    { email, name: Type.Optional(name) },
    {
      description: 'The customer who asks. A customer with this e-mail address is created or updated; `name` changes only if sent.',
      examples: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
    },
  ),
)
