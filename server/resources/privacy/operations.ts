import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { findRequest, requestList } from './queries.ts'
import { createRequest, requestNotFound, toRequest } from './request.ts'
import { CustomerErasureRequest, CustomerExportRequest, PrivacyRequest, PrivacyRequestFilters } from './schema.ts'
import { customer } from '../customers/index.ts'

export const listPrivacyRequests = endpoint.read({
  operationId: 'listPrivacyRequests',
  path: '/privacy/requests',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'List privacy requests',
  description:
    'Exports and erasures, newest first, including those by the retention of closed threads. They are stored permanently, as evidence.',
  query: PrivacyRequestFilters,
  responds: { 200: list(PrivacyRequest) },
  present: toRequest,
  handle: ({ db, principal: { tenantId }, page, query }) => requestList.fetch(db, tenantId, page, query),
})

export const getPrivacyRequest = endpoint.read({
  operationId: 'getPrivacyRequest',
  path: '/privacy/requests/{id}',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'Get a privacy request',
  description: 'Returns the progress of an export or erasure, and its result: the download, the preview or the receipt.',
  params: { id: { prefix: 'prv', description: 'The request, with or without `prv_`.', notFound: requestNotFound, versioned: false } },
  responds: { 200: item(PrivacyRequest, 'The request') },
  present: toRequest,
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findRequest, { tenantId, id })
    if (!record) throw new ApiError(requestNotFound)
    return { status: 200, record }
  },
})

export const eraseCustomer = endpoint.write({
  operationId: 'eraseCustomer',
  method: 'POST',
  path: '/privacy/erase',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'Erase a customer',
  description:
    'Erases all data of a customer: name, addresses and custom fields, threads, messages by, to and about the customer (internal ' +
    'notes included), scheduled replies, drafts, the search index, events and webhook deliveries, personal fields of audit logs, ' +
    'stored responses, mails, exports. Customers merged into this one are erased too. Messages of another customer in a merged ' +
    'thread stay. With `dryRun` it only counts. The response is 202; `GET /privacy/requests/{id}` shows the progress, then the ' +
    '`preview` or the `receipt`. `privacy.request.completed` is emitted, and the caller’s user gets a mail with the receipt or ' +
    'the failure. Data that is written during the erasure is erased within a minute after it. An erasure cannot be undone; ' +
    'earlier backups still have the data.',
  body: CustomerErasureRequest,
  responds: { 202: item(PrivacyRequest, 'The request') },
  errors: [customer.notFound],
  present: toRequest,
  location: ({ id }) => `/privacy/requests/${id}`,
  handle(context) {
    const { mode, dryRun = false, keepSubjects = false } = context.body
    return createRequest(context, { type: 'ERASURE', mode, dryRun, keepSubjects }, 'erase-personal-data')
  },
})

export const exportCustomer = endpoint.write({
  operationId: 'exportCustomer',
  method: 'POST',
  path: '/privacy/export',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'Export a customer',
  description:
    'Exports all data of a customer as a ZIP file: a page for reading (`index.html`), the same data as JSON, and attachments. ' +
    'Customers merged into this one are included; messages of other customers in merged threads are not. The response is 202; ' +
    '`GET /privacy/requests/{id}` shows the progress, then the `download`, a signed link for seven days. Then, or when the ' +
    'customer is erased, the file is deleted. The caller’s user gets a mail with the link, if they may still make such a request, ' +
    'or with the failure.',
  body: CustomerExportRequest,
  responds: { 202: item(PrivacyRequest, 'The request') },
  errors: [customer.notFound],
  present: toRequest,
  location: ({ id }) => `/privacy/requests/${id}`,
  handle: (context) => createRequest(context, { type: 'EXPORT', mode: null, dryRun: false, keepSubjects: false }, 'export-personal-data'),
})
