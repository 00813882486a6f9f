/**
 * Metrics of background work: the backlog, which every process reads from the database, and the attempts of this process. The backlog has
 * the aggregator `first`, because it is the same in every process.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Queryable } from '../db.ts'
import type { AttemptOutcome, Queue, Work } from '../jobs/job.ts'
import { jobFigures } from '../jobs/job-queue.ts'
import type { MetricGauges } from '../measures.ts'

export type ObserveAttempt = (work: { name: string }, outcome: AttemptOutcome, seconds: number) => void

/** Registers the metrics. Attempts of jobs have the job's name as a label; queues of modules have their own metrics. */
export function showWork(registry: Registry, db: Queryable, work: readonly Work[]): ObserveAttempt {
  const queues = work.filter((each): each is Queue => each.kind === 'queue')
  for (const queue of queues) showQueue(registry, db, queue)
  showJobs(registry, db)
  const ofJobs = attemptMetrics(registry, 'job', 'Attempts of background jobs', ['job'])
  const ofQueues = new Map(
    queues.flatMap(({ name, seen }) => (seen ? [[name, attemptMetrics(registry, seen.attempts, `Attempts of ${name}`, [])] as const] : [])),
  )
  return ({ name }, outcome, seconds) => {
    const own = ofQueues.get(name)
    const { counter, histogram } = own ?? ofJobs
    const labels = own ? { outcome } : { outcome, job: name }
    counter.inc(labels)
    histogram.observe(labels, seconds)
  }
}

function attemptMetrics(registry: Registry, prefix: string, help: string, labels: readonly string[]) {
  const labelNames = ['outcome', ...labels]
  const registers = [registry]
  return {
    counter: new Counter({ name: `${prefix}_attempts_total`, help: `${help} by this process, by outcome`, labelNames, registers }),
    histogram: new Histogram({
      name: `${prefix}_attempt_duration_seconds`,
      help: `${help}: time from its beginning to its end`,
      labelNames,
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
      registers,
    }),
  }
}

/** Lets several gauges share one query per scrape. They have no value while the database is unavailable. */
function asked<Figures>(look: () => Promise<Figures>): () => Promise<Figures | null> {
  let asking: Promise<Figures | null> | null = null
  return () =>
    (asking ??= look()
      .catch(() => null)
      .finally(() => {
        asking = null
      }))
}

function showQueue(registry: Registry, db: Queryable, { seen }: Queue): void {
  if (seen) showGauges(registry, db, { read: (each) => seen.look(each, null), gauges: seen.gauges })
}

/** Registers gauges that share one query. */
export function showGauges<Figures>(registry: Registry, db: Queryable, { read, gauges }: MetricGauges<Figures>): void {
  const ask = asked(() => read(db))
  for (const gauge of gauges) {
    const { name, help } = gauge
    new Gauge({
      name,
      help,
      labelNames: 'label' in gauge ? [gauge.label] : [],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const figures = await ask()
        this.reset()
        if (!figures) this.remove()
        else if ('value' in gauge) this.set(gauge.value(figures))
        else for (const [each, value] of gauge.values(figures)) this.set({ [gauge.label]: each }, value)
      },
    })
  }
}

function showJobs(registry: Registry, db: Queryable): void {
  const ask = asked(() => jobFigures(db, null))
  const show = (name: string, help: string, value: (figures: Awaited<ReturnType<typeof jobFigures>>[number]) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers: [registry],
      aggregator: 'first',
      async collect() {
        const figures = await ask()
        this.reset()
        for (const each of figures ?? []) this.set({ job: each.name }, value(each))
      },
    })
  }
  show('jobs_waiting', 'Jobs that are due or run', ({ depth }) => depth)
  show('jobs_oldest_due_seconds', 'How long the oldest job that is due has waited for a worker', ({ oldestSeconds }) => oldestSeconds ?? 0)
  show('jobs_dead', 'Jobs that were given up and are still held', ({ dead }) => dead)
}
