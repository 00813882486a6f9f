/**
 * Privacy: export and erasure of a customer's data.
 *
 * Each module declares the personal data that it stores (`personal` in its `Module`). This module stores the requests and runs the declared
 * steps in chunks; the progress commits together with each chunk. The customer's own row comes first, so that no new data of the
 * customer is created; then threads and messages, then copies. The same steps erase threads that have been closed for longer than
 * `retention.closedThreads`.
 */
import { module } from '#kit/module.ts'
import { eraseCustomer, exportCustomer, getPrivacyRequest, listPrivacyRequests } from './operations.ts'
import { privacyRequestCompleted } from './events.ts'
import { eraseClosedThreads, eraseWhenRetentionChanges } from './erase-closed.ts'
import { erasePersonalData } from './run-erasure.ts'
import { exportPersonalData, forgetExport } from './run-export.ts'
import { personal } from './personal.ts'

export { requestErasure } from './request.ts'

export const privacy = module({
  name: 'privacy',
  description: "Export and erasure of a customer's data.",
  endpoints: [exportCustomer, eraseCustomer, listPrivacyRequests, getPrivacyRequest],
  events: [privacyRequestCompleted],
  jobs: [erasePersonalData, exportPersonalData, forgetExport, eraseClosedThreads],
  eventJobs: [eraseWhenRetentionChanges],
  targets: { privacy_request: 'prv' },
  idFields: { requestId: 'prv' },
  personal,
})
