/**
 * G12 for one process: SIGTERM under load. Every request that the kernel had received before the signal, on a connection that the service
 * had accepted, gets a complete and correct response. The process stops its PostgreSQL and exits with code 0. Acknowledged writes exist
 * after the next start.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isPostmaster } from '#platform/postgres/embedded/process.ts'
import { hungUp } from './client.ts'
import { isFinal, type Attempt } from './ledger.ts'
import { CrashTest, type Torture } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { openRequestBurst } from './request-burst.ts'

const maxStopMs = 10_000
const burstSize = 60

/** Runs the test and returns a summary. Throws GuaranteeBroken with the list of violations. */
export const stopService: Torture = ({ rounds, ...options }) =>
  CrashTest.run(`stop under load, ${rounds} rounds`, { writers: 24, ...options }, async (crashTest) => {
    crashTest.startWriters()
    let inProgressCount = 0
    // By chance, a stop may interrupt no request. Then more of them follow.
    for (let round = 1; round <= rounds || (inProgressCount < rounds && round <= 5 * rounds); round++) {
      await sleep(crashTest.random.between(300, 900))
      const { service, ledger } = crashTest
      const postmaster = service.postmaster
      const burst = await openRequestBurst(service.port, crashTest.tenants[0].key, burstSize)
      const responses = burst.send()
      const stoppedAt = ledger.now()
      const code = await service.stop()
      const ms = Math.round(ledger.now() - stoppedAt)
      const missed = (await responses).filter((status) => status !== '200')
      burst.close()
      // Gives the clients time to process the last responses and disconnects.
      await sleep(50)
      const inProgress = findInProgress(
        ledger.operations.flatMap(({ attempts }) => attempts),
        stoppedAt,
      )
      inProgressCount += inProgress.length
      const violations = inProgress
        .filter(({ outcome }) => !isFinal(outcome))
        .map(({ requestId, outcome }) => `${requestId} was in progress and got ${JSON.stringify(outcome)}`)
      if (missed.length > 0)
        violations.push(`of ${burstSize} requests sent just before the signal, ${missed.length} got ${[...new Set(missed)].join(', ')}`)
      if (code !== 0) violations.push(`the service exited with code ${code}`)
      if (ms > maxStopMs) violations.push(`the service took ${ms} ms to stop`)
      if (postmaster !== null && isPostmaster(service.databaseDirectory, postmaster))
        violations.push(`its PostgreSQL (process ${postmaster}) is still running`)
      crashTest.log(`round ${round}: stopped in ${ms} ms with ${inProgress.length} requests in progress; ${crashTest.summary()}`)
      if (violations.length > 0)
        throw new GuaranteeBroken(
          `round ${round}:\n${violations.map((text) => `- ${text}`).join('\n')}\nEnd of the service's log:\n${service.logTail()}`,
        )
      await service.start()
    }
    if (inProgressCount < rounds)
      throw new Error(`Only ${inProgressCount} requests were in progress during ${5 * rounds} stops, too few to prove anything.`)
  })

/** Returns the requests that the kernel had received before `at`, on accepted connections, and that had no response by then. */
function findInProgress(attempts: readonly Attempt[], at: number): Attempt[] {
  return attempts.filter(
    ({ handedOverAt, sentAt, ms, outcome }) =>
      handedOverAt !== null && handedOverAt < at && sentAt + ms > at && !(outcome?.kind === 'lost' && outcome.why === hungUp),
  )
}
