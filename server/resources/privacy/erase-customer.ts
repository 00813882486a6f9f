import { endpoint, item } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { erasePersonalData } from './job-names.ts'
import { makeRequest, toRequest } from './request.ts'
import { CustomerErasureRequest, PrivacyRequest } from './schema.ts'

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
    return makeRequest(context, { type: 'ERASURE', mode, dryRun, keepSubjects }, erasePersonalData)
  },
})
