import { ApiError, endpoint, item, list } from '../../kit/index.ts'
import { findRequest, requestList } from './queries.ts'
import { makeRequest, requestNotFound, toRequest } from './request.ts'
import { CustomerErasureRequest, CustomerExportRequest, PrivacyRequest, PrivacyRequestFilters } from './schema.ts'
import { customer } from '../customers/index.ts'

export const listPrivacyRequests = endpoint({
  operationId: 'listPrivacyRequests',
  method: 'GET',
  path: '/privacy/requests',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'List privacy requests',
  description: 'Exports and erasures, newest first, with those that the retention of closed threads made. They stay as evidence.',
  query: PrivacyRequestFilters,
  responds: { 200: list(PrivacyRequest) },
  present: toRequest,
  handle: ({ db, principal: { tenantId }, page, query }) => requestList.fetch(db, tenantId, page, query),
})

export const getPrivacyRequest = endpoint({
  operationId: 'getPrivacyRequest',
  method: 'GET',
  path: '/privacy/requests/{id}',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'Get a privacy request',
  description: 'The progress of an export or an erasure, and its result: the download, the preview or the receipt.',
  params: { id: { prefix: 'prv', description: 'The request, with or without `prv_`.', notFound: requestNotFound, versioned: false } },
  responds: { 200: item(PrivacyRequest, 'The request') },
  present: toRequest,
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findRequest, { tenantId, id })
    if (!record) throw new ApiError(requestNotFound)
    return { status: 200, record }
  },
})

export const eraseCustomer = endpoint({
  operationId: 'eraseCustomer',
  method: 'POST',
  path: '/privacy/erase',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'Erase a customer',
  description:
    'Erases everything that is held of a customer, wherever it went: name, addresses and custom fields, threads, messages (the customer’s own, and those that were written to or about them, ' +
    'internal notes included), scheduled replies, drafts, the search index, events and what webhooks send of them, audit logs, answers kept for retries, mails, exports. ' +
    'Customers who were merged into this one are the same person and are erased, too. Messages that another customer wrote into a merged thread stay. ' +
    'With `dryRun` it only counts. The request is answered with 202; `GET /privacy/requests/{id}` shows the progress, then the `preview` or the `receipt`, and the event ' +
    '`privacy.request.completed` tells when it is there; the person who asked, or whose key did, is mailed the receipt, or that it failed. What is being written while the erasure runs is erased within a minute after it. It cannot be undone; backups that were made before still have the data.',
  body: CustomerErasureRequest,
  responds: { 202: item(PrivacyRequest, 'The request') },
  errors: [customer.notFound],
  writes: 'transaction',
  present: toRequest,
  location: ({ id }) => `/privacy/requests/${id}`,
  handle(context) {
    const { mode, dryRun = false, keepSubjects = false } = context.body
    return makeRequest(context, { type: 'ERASURE', mode, dryRun, keepSubjects }, 'erase-personal-data')
  },
})

export const exportCustomer = endpoint({
  operationId: 'exportCustomer',
  method: 'POST',
  path: '/privacy/export',
  tag: 'privacy',
  scope: 'privacy:admin',
  summary: 'Export a customer',
  description:
    'Puts together everything that is held of a customer, as a ZIP file: a page to read (`index.html`), the same as JSON, and attachments. Customers who were merged into this one are the same ' +
    'person and are in it; messages of others in merged threads are not. The request is answered with 202; `GET /privacy/requests/{id}` shows the progress, then the `download`: a signed link, ' +
    'for seven days. Then the file is deleted, and at once when the customer is erased. The person who asked, or whose key did, is mailed the link, if they may still ask then; or that it failed.',
  body: CustomerExportRequest,
  responds: { 202: item(PrivacyRequest, 'The request') },
  errors: [customer.notFound],
  writes: 'transaction',
  present: toRequest,
  location: ({ id }) => `/privacy/requests/${id}`,
  handle: (context) => makeRequest(context, { type: 'EXPORT', mode: null, dryRun: false, keepSubjects: false }, 'export-personal-data'),
})
