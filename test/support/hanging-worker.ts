/**
 * A worker process that claims a job of the given name and never finishes it, for tests that kill it. It prints `begun` once it has claimed
 * one.
 */
import type { Config } from '../../server/config.ts'
import { job } from '#platform/jobs/job.ts'
import { runWork } from '#platform/jobs/worker.ts'
import { createLog } from '#platform/log.ts'
import { createSafeFetch } from '#platform/outbound/safe-fetch.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSecrets } from '#platform/secrets.ts'
// oxlint-disable-next-line import/no-unassigned-import -- for its side effect: it sets how sessions plan statements
import './cluster-setup.ts'
import type { TestConnection } from './global-setup.ts'

export type HangingWorker = {
  connection: TestConnection
  config: Config
  name: string
  leaseSeconds: number
  renewsLease?: boolean
  atOnce?: number
}

// Safe because only tests start this process, with JSON of this type.
const { connection, config, name, leaseSeconds, renewsLease = false, atOnce = 1 } = JSON.parse(process.argv[2] ?? '') as HangingWorker
const hang = job({
  name,
  description: 'Hangs.',
  leaseSeconds,
  renewsLease,
  atOnce,
  outside() {
    process.stdout.write('begun\n')
    return new Promise<void>(() => {})
  },
})
runWork([hang], {
  config,
  db: openDatabase({ connection, max: 2 }),
  log: createLog('silent').log,
  secrets: createSecrets(config.secretKey),
  fetch: createSafeFetch({ allowedCidrs: [], timeoutMs: 1_000 }),
})
