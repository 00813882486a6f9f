import { endpoint, item } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { exportPersonalData } from './job-names.ts'
import { makeRequest, toRequest } from './request.ts'
import { CustomerExportRequest, PrivacyRequest } from './schema.ts'

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
  handle: (context) => makeRequest(context, { type: 'EXPORT', mode: null, dryRun: false, keepSubjects: false }, exportPersonalData),
})
