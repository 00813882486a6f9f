/** The background work of privacy requests. */
import { follow, job } from '../../kit/index.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import * as names from './job-names.ts'
import { requestRetention } from './erase-closed.ts'
import { endExport, giveUpExport, noteRemoved, removeExport, writeExport } from './run-export.ts'
import { eraseOutside, erasePortion, giveUpErasure } from './run-erasure.ts'

export const erasePersonalData = job({
  ...names.erasePersonalData,
  description: 'Erases what is held of a customer, or old threads, a portion at a time.',
  atOnce: 1,
  outside: eraseOutside,
  run: erasePortion,
  onDead: giveUpErasure,
})

export const exportPersonalData = job({
  ...names.exportPersonalData,
  description: 'Writes everything that is held of a customer into a file.',
  leaseSeconds: 900,
  atOnce: 2,
  outside: writeExport,
  run: endExport,
  onDead: giveUpExport,
})

export const forgetExport = job({
  ...names.forgetExport,
  description: 'Deletes the file of an export seven days after it was made, or when its customer was erased.',
  outside: removeExport,
  run: noteRemoved,
})

export const eraseClosedThreads = job({
  ...names.eraseClosedThreads,
  description: 'Requests the erasure of threads that have been closed for longer than their tenant keeps them.',
  every: { seconds: 3_600, for: 'tenant' },
  atOnce: 1,
  run: requestRetention,
})

export const sooner = follow(tenantUpdated, names.eraseClosedThreads, (_, { retention }) => (retention ? { key: '' } : null))
