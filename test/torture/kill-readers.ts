/**
 * The outbox readers under `kill -9`: two services on the same data, each with clients, a worker and its readers, are killed at any time.
 * Afterwards the readers catch up, the sums add up, a rebuild finds no difference, and each user was notified of each event once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Database } from '#platform/db.ts'
import { checkMeasures, checkRebuild } from './check-measures.ts'
import { openClient } from './client.ts'
import { CrashTest, type CrashTestOptions, type Verified } from './crash-test.ts'
import { WatchedThreads } from './watched-threads.ts'

const findReader = statement<object, { pid: number }>(`/* across tenants: a test */
  select pid from pg_stat_activity where application_name = 'skein' and pid <> pg_backend_pid() and state <> 'idle'
    and query ~ '(update|into) (reader_cursors|facts|thread_measures|measure_days|notifications)' limit 1`)
const maxReaderWaitMs = 2_000

/** Waits until a transaction of a reader writes. Returns false when none did. */
async function waitForReader(db: Database): Promise<boolean> {
  for (const deadline = performance.now() + maxReaderWaitMs; performance.now() < deadline; ) if (await db.first(findReader, {})) return true
  return false
}

export type ReaderKills = { summary(): string; kills: number; duringReading: number }

/**
 * Runs the test. Throws an Error that describes the violation; returns the number of kills, and of rounds with a kill while a reader wrote.
 */
export async function killReaders({ rounds, ...options }: CrashTestOptions & { rounds: number }): Promise<ReaderKills> {
  let [kills, duringReading] = [0, 0]
  const name = `kill -9 of two services with readers, ${rounds} rounds`
  const crashTest = await CrashTest.run(name, { writers: 4, ...options, agents: true }, async (test) => {
    const { random } = test
    const service = await test.service.prepareAnother()
    const another: Verified = { service, client: openClient(service.port, 32) }
    const both: readonly Verified[] = [test, another]
    try {
      await service.start()
      const watched = await WatchedThreads.prepare(test)
      for (const at of both) {
        test.startWriters(at)
        watched.startWriter(at, random.fork(`watched at ${at === test ? 'one' : 'two'}`))
      }
      for (let round = 1; round <= rounds; round++) {
        await sleep(random.between(100, 900))
        const killed = random.pick([[test], [another], both])
        // A reader is active for some milliseconds of each 200, so random kills would rarely interrupt one.
        const isReading = await test.service.withDatabase(async (db) => {
          const found = random.chance(0.8) && (await waitForReader(db))
          await Promise.all(killed.map((at) => at.service.kill()))
          return found
        })
        kills += killed.length
        if (isReading) duringReading++
        await Promise.all(killed.map((at) => at.service.start()))
        test.log(`round ${round}: killed ${killed.length}${isReading ? ' while a reader wrote' : ''}; ${test.summary()}`)
      }
      await watched.stop()
      await test.conclude()
      for (const tenant of test.tenants) {
        test.report('when the readers had caught up', await checkMeasures(test.service, tenant))
        test.report('by a rebuild', await checkRebuild(test.client, tenant))
      }
      test.report('when the readers had caught up', await watched.check())
    } finally {
      another.client.close()
      await service.kill()
    }
  })
  return { summary: () => `${crashTest.summary()}, ${kills} kills, ${duringReading} rounds while a reader wrote`, kills, duringReading }
}
