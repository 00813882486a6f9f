/**
 * The queue of all jobs in the table that `enqueue` fills. A lane is one tenant's jobs of one name; an item is a group of jobs that share a
 * transaction.
 */
import type { Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { getSilentSeconds } from './keep-lease.ts'
import type { Job, OpenQueue, WorkerServices } from './job.ts'
import { claimJobs, claimJobsPerField, figuresOfAll, figuresOfTenant, queuesDue, type ClaimedJob, type JobFigures } from './queries.ts'
import { runJobs } from './run-job.ts'

/** Maximum number of concurrent jobs in one process. */
export const jobShares = { inAll: 100, perTenant: 20 } as const

export function createJobQueue(services: WorkerServices, jobs: ReadonlyMap<string, Job>): OpenQueue<ClaimedJob[]> {
  const { db } = services
  const getJob = (name: string): Job => {
    const job = jobs.get(name)
    if (!job) throw new Error(`No module declares the job ${name}`)
    return job
  }
  const names = [...jobs.keys()]
  return {
    due: ({ tenants, lanes }, limit) =>
      db.rows(queuesDue, { names, fullTenants: tenants, fullLanes: lanes.map(({ tenantId, lane }) => `${tenantId} ${lane}`), limit }),
    async claim({ tenantId, lane }, limit) {
      const job = getJob(lane)
      const { atOnce, atOncePer, leaseSeconds, together } = job
      const size = together?.atMost ?? 1
      const wanted = {
        tenantId,
        name: lane,
        atOnce: atOnce * size,
        limit: limit * size,
        leaseSeconds,
        silentSeconds: getSilentSeconds(job),
      }
      const claims = await (atOncePer ? db.rows(claimJobsPerField, { ...wanted, ...atOncePer }) : db.rows(claimJobs, wanted))
      const [first] = claims
      return {
        items: inGroups(
          claims.filter((claim) => claim.id !== null),
          size,
        ),
        more: first?.more ?? false,
        prevented: first === undefined,
      }
    },
    open({ tenantId, lane }) {
      const job = getJob(lane)
      return (group) => runJobs(services, job, tenantId, group)
    },
    atOnce: ({ lane }) => getJob(lane).atOnce,
  }
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}

/** Returns the figures of each job name, for one tenant or, if null, for all. */
export function jobFigures(db: Queryable, tenantId: Uuid | null): Promise<JobFigures[]> {
  return tenantId === null ? db.rows(figuresOfAll, {}) : db.rows(figuresOfTenant, { tenantId })
}
