/**
 * G12, for one process: SIGTERM under load. Every request that had been handed over before the signal, on a connection that the service had
 * accepted, gets its complete and correct response. The process exits with code 0 and stops its PostgreSQL. Acknowledged writes exist at
 * the next start.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isPostmaster } from '../../server/platform/postgres/embedded/process.ts'
import { hungUp } from './client.ts'
import { isFinal, type Attempt } from './ledger.ts'
import { CrashTest, type Torture } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { openRequestBurst } from './request-burst.ts'

const stopMsMax = 10_000
const burstSize = 60

/** Runs the test. Throws an Error that explains what was broken; returns what happened. */
export const stopService: Torture = ({ rounds, ...options }) =>
  CrashTest.run(`stop under load, ${rounds} rounds`, { writers: 24, ...options }, async (crashTest) => {
    crashTest.startWriters()
    let caught = 0
    for (let round = 1; round <= rounds; round++) {
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
      // Time for the clients to receive the last responses and disconnects.
      await sleep(50)
      const under = findInProgress(
        ledger.operations.flatMap(({ attempts }) => attempts),
        stoppedAt,
      )
      caught += under.length
      const broken = under
        .filter(({ outcome }) => !isFinal(outcome))
        .map(({ requestId, outcome }) => `${requestId} was under way and got ${JSON.stringify(outcome)}`)
      if (missed.length > 0)
        broken.push(`of ${burstSize} requests handed over just before, ${missed.length} got ${[...new Set(missed)].join(', ')}`)
      if (code !== 0) broken.push(`it ended with ${code}`)
      if (ms > stopMsMax) broken.push(`it took ${ms} ms to stop`)
      if (postmaster !== null && isPostmaster(service.databaseDirectory, postmaster))
        broken.push(`its PostgreSQL (process ${postmaster}) still runs`)
      crashTest.log(`round ${round}: stopped in ${ms} ms with ${under.length} requests under way; ${crashTest.summary()}`)
      if (broken.length > 0)
        throw new GuaranteeBroken(
          `round ${round}:\n${broken.map((text) => `- ${text}`).join('\n')}\nThe service's log ends:\n${service.logTail()}`,
        )
      await service.start()
    }
    if (caught < rounds) throw new Error(`Only ${caught} requests were under way in ${rounds} stops: this proved nothing.`)
  })

/** Returns the requests that the kernel had accepted before `at`, on connections in use, and that had no response by then. */
function findInProgress(attempts: readonly Attempt[], at: number): Attempt[] {
  return attempts.filter(
    ({ handedOverAt, sentAt, ms, outcome }) =>
      handedOverAt !== null && handedOverAt < at && sentAt + ms > at && !(outcome?.kind === 'lost' && outcome.why === hungUp),
  )
}
