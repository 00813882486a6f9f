import { endpoint, item, newId, one, written } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { exportPersonalData } from './job-names.ts'
import { insertRequest } from './queries.ts'
import { namedCustomer, toRequest } from './request.ts'
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
    'for seven days. Then the file is deleted, and at once when the customer is erased.',
  body: CustomerExportRequest,
  responds: { 202: item(PrivacyRequest, 'The request') },
  errors: [customer.notFound],
  writes: 'transaction',
  present: toRequest,
  location: ({ id }) => `/privacy/requests/${id}`,
  async handle({ tx, effects, principal: { tenantId, user }, body }) {
    const customerId = await namedCustomer(tx, tenantId, body)
    const id = newId()
    const asked = { type: 'EXPORT', mode: null, dryRun: false, keepSubjects: false, customerId } as const
    const record = await one(tx, insertRequest, { tenantId, id, ...asked, requestedBy: user.id })
    effects.enqueue(exportPersonalData, { key: id })
    return written(record, effects.audit({ action: 'privacy_request.created', target: { type: 'privacy_request', id }, after: asked }), 202)
  },
})
