/** The background work of privacy requests. */
import { follow } from '../../kit/followers.ts'
import { job } from '../../kit/jobs.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import * as names from './job-names.ts'
import { requestRetention } from './erase-closed.ts'
import { eraseOutside, erasePortion, giveUpErasure } from './run-erasure.ts'

export const erasePersonalData = job({
  ...names.erasePersonalData,
  description: 'Erases what is held of a customer, or old threads, a portion at a time.',
  atOnce: 1,
  outside: eraseOutside,
  run: erasePortion,
  onDead: giveUpErasure,
})

export const eraseClosedThreads = job({
  ...names.eraseClosedThreads,
  description: 'Requests the erasure of threads that have been closed for longer than their tenant keeps them.',
  every: { seconds: 3_600, for: 'tenant' },
  atOnce: 1,
  run: requestRetention,
})

export const sooner = follow(tenantUpdated, names.eraseClosedThreads, (_, { retention }) => (retention ? { key: '' } : null))
