/**
 * Enqueues periodic jobs. Every worker checks the schedule, and one of them enqueues the job. After downtime a job runs once, no matter how
 * many intervals were missed.
 */
import type { Database } from '../db.ts'
import { newId } from '../ids.ts'
import { wholeService, type Job } from './job.ts'
import { enqueueForTenants, enqueueJob, ensureSchedules, advanceSchedule, schedulesDue } from './queries.ts'

const maxFirstDelaySeconds = 60

/** `look` enqueues the periodic jobs that are due. Returns whether there were any. */
export function createSchedules(db: Database, jobs: readonly Job[]): { look(): Promise<boolean> } {
  const periodic = jobs.flatMap(({ name, every }) => (every ? [{ name, ...every }] : []))
  let known = false
  return {
    async look() {
      if (periodic.length === 0) return false
      if (!known) {
        await db.rows(ensureSchedules, {
          schedules: periodic.map(({ name, seconds }) => ({ name, firstInSeconds: Math.min(seconds, maxFirstDelaySeconds) })),
        })
        known = true
      }
      const due = await db.rows(schedulesDue, { names: periodic.map(({ name }) => name) })
      for (const schedule of periodic) if (due.some(({ name }) => name === schedule.name)) await enqueuePeriod(db, schedule)
      return due.length > 0
    },
  }
}

async function enqueuePeriod(db: Database, { name, seconds, for: owner }: NonNullable<Job['every']> & { name: string }): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tx.first(advanceSchedule, { name, seconds }))) return
    if (owner === 'tenant') await tx.rows(enqueueForTenants, { name })
    else await tx.rows(enqueueJob, { tenantId: wholeService, id: newId(), name, key: '', input: {}, at: null, inSeconds: 0 })
  })
}
