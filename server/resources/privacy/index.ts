/**
 * Privacy: what is held of a customer, exported or erased.
 *
 * Rooms declare what they hold (`personal` in their `Room`); this room keeps the requests and runs all declarations, step after step and in
 * portions, whose progress is stored with their effect. First the customer's own row, so that nothing new is made of them, then threads and
 * messages, then copies. The same code erases threads that were closed longer ago than `retention.closedThreads`.
 */
import { room } from '../../kit/index.ts'
import { eraseCustomer, exportCustomer, getPrivacyRequest, listPrivacyRequests } from './operations.ts'
import { privacyRequestCompleted } from './events.ts'
import { eraseClosedThreads, eraseWhenRetentionChanges } from './erase-closed.ts'
import { erasePersonalData } from './run-erasure.ts'
import { exportPersonalData, forgetExport } from './run-export.ts'
import { personal } from './personal.ts'

export const privacy = room({
  name: 'privacy',
  description: "Export and erasure of a customer's data.",
  endpoints: [exportCustomer, eraseCustomer, listPrivacyRequests, getPrivacyRequest],
  events: [privacyRequestCompleted],
  jobs: [erasePersonalData, exportPersonalData, forgetExport, eraseClosedThreads],
  follows: [eraseWhenRetentionChanges],
  targets: { privacy_request: 'prv' },
  idFields: { requestId: 'prv' },
  personal,
})
