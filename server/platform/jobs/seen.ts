/** Reads the state of all background work, for system health. Metrics show the same figures by name (http/job-metrics.ts). */
import type { Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { declaredWork, type Backlog } from './job.ts'
import { jobFigures } from './job-queue.ts'

/** Totals, and the first half of a sentence about the backlog. */
export type SeenWork = Backlog & { says: string }

/** Returns the state for one tenant or, if null, for all. Only operators may see the latter. */
export async function seenWork(db: Queryable, tenantId: Uuid | null): Promise<SeenWork> {
  const says: string[] = []
  const figures: Backlog[] = []
  for (const work of declaredWork()) {
    if (work.kind !== 'queue' || !work.seen) continue
    const seen = await work.seen.look(db, tenantId)
    says.push(work.seen.says(seen))
    figures.push(seen)
  }
  const jobs = await jobFigures(db, tenantId)
  const waiting = jobs.filter(({ depth }) => depth > 0)
  if (waiting.length > 0) says.push(`of other jobs ${waiting.map(({ name, depth }) => `${depth} ${name}`).join(', ')}`)
  return { ...getSum([...figures, ...jobs]), says: says.join('; ') || 'nothing waits' }
}

function getSum(figures: readonly Backlog[]): Backlog {
  const ages = figures.flatMap(({ oldestSeconds }) => (oldestSeconds === null ? [] : [oldestSeconds]))
  return {
    depth: figures.reduce((sum, { depth }) => sum + depth, 0),
    oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
    dead: figures.reduce((sum, { dead }) => sum + dead, 0),
  }
}
