/** The public shapes of privacy requests. */
import { choice, closed, component, emailInput, exampleId, idInput, idOutput, nullable, time, Type, withRules } from '../../kit/index.ts'
import { ErasureMode } from '../customers/index.ts'

const Count = closed(
  {
    place: Type.String({
      description:
        'Where: `customers` (with those merged into the customer), `threads`, `messages`, `scheduledReplies`, `drafts`, `events`, `deliveryAnswers` (what webhook receivers answered), `auditRows`, `storedAnswers` (of Idempotency-Keys), `mails`, `keptMails`, `exports`.',
      examples: ['messages'],
    }),
    count: Type.Integer({ minimum: 0, description: 'How many hold something of the customer.' }),
  },
  { description: 'How much is in one place.' },
)
const places = Type.Array(Count, { description: 'Where something of the customer was found. Places with nothing are left out.' })
const total = Type.Integer({ minimum: 0, description: 'The sum over all places.' })

const Preview = closed({ places, total }, { description: 'What an erasure would take, and where.' })

const Receipt = closed(
  {
    places,
    total,
    startedAt: time('When the erasure began.'),
    completedAt: time('When it was complete.'),
    proof: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'HMAC-SHA-256 over the request’s id, its mode and the other fields, with a key of this service: a receipt that was changed later does not match it.',
    }),
  },
  { description: 'What was erased, in numbers and times. It holds nothing of what was erased.' },
)

const Download = closed(
  {
    url: Type.String({ format: 'uri', description: 'Where the ZIP file is. The link is signed and needs no credentials.' }),
    expiresAt: time('When link and file are deleted: seven days after the export was made.'),
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
            EXPORT: 'Everything held of a customer, as a file.',
            ERASURE: 'The erasure of a customer.',
            RETENTION:
              'The erasure of threads that had been closed for longer than `retention.closedThreads`; the service makes these itself.',
          },
          { description: 'What was asked for.' },
        ),
      ),
      mode: nullable(ErasureMode, { description: 'Of an erasure: what it leaves. Null for exports.' }),
      dryRun: Type.Boolean({ description: 'Of an erasure: whether it only counts.' }),
      keepSubjects: Type.Boolean({ description: 'Of an erasure: whether subjects of threads stay.' }),
      customerId: nullable(idOutput('cst', 'The customer.'), { description: 'Whom it is about. Null for RETENTION.' }),
      requestedBy: nullable(idOutput('usr', 'The person.'), { description: 'Who asked for it. Null for RETENTION.' }),
      state: component(
        'PrivacyRequestState',
        choice(
          {
            QUEUED: 'It has not started.',
            RUNNING: 'It is in progress.',
            DONE: 'It is complete.',
            FAILED: 'It was given up, `error` says why. An erasure can be requested again and goes on where this one stopped.',
          },
          { description: 'The progress of a privacy request.' },
        ),
      ),
      preview: nullable(Preview, { description: 'Of a dry run that is DONE: what would go, and where.' }),
      receipt: nullable(Receipt, { description: 'Of an erasure that is DONE: what was erased, and where.' }),
      download: nullable(Download, { description: 'Of an export that is DONE, for seven days: the file.' }),
      error: nullable(Type.String(), { description: 'Why it FAILED.' }),
      createdAt: time('When it was requested.'),
      finishedAt: nullable(time('When.'), { description: 'When it was DONE or FAILED.' }),
    },
    {
      description: 'A request to export or erase what is held of a customer.',
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

const customerId = Type.Optional(
  idInput('cst', 'The customer. One that was merged means the customer that it was merged into, with all others.'),
)
const email = Type.Optional(emailInput('The customer’s e-mail address, or that of one who was merged into them.'))
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
        dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only count what would be erased, and where.' })),
        keepSubjects: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'With ANONYMIZE: the subjects of threads stay. They often say what the customer wrote.',
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

export const PrivacyRequestFilters = closed({ customerId: Type.Optional(idInput('cst', 'Whom the requests are about.')) })
