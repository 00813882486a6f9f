/** Public shapes of privacy requests. */
import { choice, closed, component, emailInput, exampleId, idInput, idOutput, nullable, time, Type, withRules } from '#platform/schema.ts'
import { ErasureMode } from '../customers/index.ts'

const Count = closed(
  {
    place: Type.String({
      description:
        'The kind of rows: `customers` (with those merged into the customer), `threads`, `messages`, `scheduledReplies`, `participants`, ' +
        '`drafts`, `events`, `deliveryAnswers` (responses of webhook receivers), `auditRows`, `storedAnswers` (of Idempotency-Keys), `mails`, ' +
        '`keptMails`, `exports`.',
      examples: ['messages'],
    }),
    count: Type.Integer({ minimum: 0, description: 'The number of rows with data of the customer.' }),
  },
  { description: 'The number of rows of one kind.' },
)
const places = Type.Array(Count, { description: 'The kinds of rows with data of the customer. Kinds without rows are omitted.' })
const total = Type.Integer({ minimum: 0, description: 'The sum of all kinds.' })

const Preview = closed({ places, total }, { description: 'What an erasure would take, and where.' })

const Receipt = closed(
  {
    places,
    total,
    startedAt: time('When the erasure began.'),
    completedAt: time('When the erasure was complete.'),
    proof: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'HMAC-SHA-256 over the request’s id, its mode and the other fields, with a key of this service: a changed receipt does not match it.',
    }),
  },
  { description: 'What was erased, in numbers and times. It holds nothing of what was erased.' },
)

const Download = closed(
  {
    url: Type.String({ format: 'uri', description: 'The signed URL of the ZIP file, which needs no credentials.' }),
    expiresAt: time('When the URL and the file expire: seven days after the export.'),
    size: Type.Integer({ minimum: 1, description: 'The size of the file in bytes.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'The SHA-256 of the file.' }),
  },
  { description: 'The file of an export.' },
)

export const PrivacyRequest = component(
  'PrivacyRequest',
  closed(
    {
      id: idOutput('prv', 'The request.'),
      type: component(
        'PrivacyRequestType',
        choice(
          {
            EXPORT: 'All data of a customer, as a file.',
            ERASURE: 'The erasure of a customer.',
            RETENTION: 'The erasure of threads that were closed for longer than `retention.closedThreads`, by the service itself.',
          },
          { description: 'The operation.' },
        ),
      ),
      mode: nullable(ErasureMode, { description: 'The extent of an erasure. Null for exports.' }),
      dryRun: Type.Boolean({ description: 'For an erasure: whether it only counts.' }),
      keepSubjects: Type.Boolean({ description: 'For an erasure: whether subjects of threads stay.' }),
      customerId: nullable(idOutput('cst', 'The customer.'), { description: 'The customer. Null for RETENTION.' }),
      requestedBy: nullable(idOutput('usr', 'The user.'), { description: 'The user who made the request. Null for RETENTION.' }),
      state: component(
        'PrivacyRequestState',
        choice(
          {
            QUEUED: 'It has not started.',
            RUNNING: 'It is in progress.',
            DONE: 'It is complete.',
            FAILED: 'It failed; `error` has the reason. A new erasure continues where this one stopped.',
          },
          { description: 'The progress of a privacy request.' },
        ),
      ),
      preview: nullable(Preview, { description: 'For a dry run that is DONE: the rows that would be erased.' }),
      receipt: nullable(Receipt, { description: 'For an erasure that is DONE: the erased rows.' }),
      download: nullable(Download, { description: 'For an export that is DONE: the file, for seven days.' }),
      error: nullable(Type.String(), { description: 'The reason why it FAILED.' }),
      createdAt: time('When it was requested.'),
      finishedAt: nullable(time('When.'), { description: 'When it was DONE or FAILED.' }),
    },
    {
      description: 'A request to export or erase the data of a customer.',
      examples: [
        {
          id: exampleId('prv'),
          type: 'ERASURE',
          mode: 'ANONYMIZE',
          dryRun: false,
          keepSubjects: false,
          customerId: exampleId('cst'),
          requestedBy: exampleId('usr'),
          state: 'DONE',
          preview: null,
          receipt: {
            places: [
              { place: 'customers', count: 1 },
              { place: 'messages', count: 2 },
              { place: 'threads', count: 1 },
            ],
            total: 4,
            startedAt: '2026-03-04T09:30:00.000Z',
            completedAt: '2026-03-04T09:30:00.250Z',
            proof: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          },
          download: null,
          error: null,
          createdAt: '2026-03-04T09:30:00.000Z',
          finishedAt: '2026-03-04T09:30:00.250Z',
        },
      ],
    },
  ),
)

const customerId = Type.Optional(idInput('cst', 'The customer. A merged customer means its target, with all customers merged into it.'))
const email = Type.Optional(emailInput('The customer’s e-mail address, or the address of a merged customer.'))
const oneOf = ({ customerId: id, email: address }: { customerId?: string; email?: string }) =>
  (id === undefined) === (address === undefined)
    ? [{ field: 'customerId', code: 'INVALID', message: 'must be sent, or else email: one of the two' }]
    : []

export const CustomerErasureRequest = component(
  'CustomerErasureRequest',
  withRules(
    closed(
      {
        customerId,
        email,
        mode: ErasureMode,
        dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only count the rows, without erasing them.' })),
        keepSubjects: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'With ANONYMIZE: keep the subjects of threads, which often repeat the customer’s words.',
          }),
        ),
      },
      { examples: [{ customerId: exampleId('cst'), mode: 'ANONYMIZE' }] },
    ),
    (body) => [
      ...oneOf(body),
      ...(body.keepSubjects && body.mode === 'DELETE'
        ? [{ field: 'keepSubjects', code: 'INVALID', message: 'needs mode ANONYMIZE: no thread is left that could have a subject' }]
        : []),
    ],
  ),
)

export const CustomerExportRequest = component(
  'CustomerExportRequest',
  withRules(closed({ customerId, email }, { examples: [{ customerId: exampleId('cst') }] }), oneOf),
)

export const PrivacyRequestFilters = closed({ customerId: Type.Optional(idInput('cst', 'The customer of the requests.')) })
