/** Runs periodic jobs immediately. */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Database } from '#platform/db.ts'

const countSchedules = statement<object, { n: number }>('select count(*) as n from job_schedules')
const countWaiting = statement<object, { n: number }>(`
  select (select count(*) from job_schedules where due_at <= now())
    + (select count(*) from jobs where state = 'WAITING' and (due_at <= now() or leased_until is not null or attempt > 0)) as n`)

/** Makes all periodic jobs due, and waits until the running worker has done them and all other due work. */
export async function runUpkeep(db: Database, maxMs = 60_000): Promise<void> {
  const deadline = performance.now() + maxMs
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new Error('The periodic work was not done: is a worker running?')
      await sleep(20)
    }
  }
  await until(async () => ((await db.first(countSchedules, {}))?.n ?? 0) > 0)
  await db.script("update job_schedules set due_at = now() - interval '1 second'")
  await until(async () => (await db.first(countWaiting, {}))?.n === 0)
}
