/** Measures the accuracy of the built-in AI provider, the calibration of its confidence, and the database cost of a run. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { statement, type Database, type Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { readThread } from '../server/resources/threads/index.ts'
import { classify, findSummary } from '../server/resources/ai/index.ts'
import { freshDataset, withDatabase, type BenchTenant } from './kit/dataset.ts'
import { median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { startService, type Service } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'
import { ensureTexts } from './kit/texts.ts'

const labelledThreads = 200
const rightGoal = 0.9
const calibrationGoal = 0.1
const millisecondsGoal = 50
const atOnce = 4

type Conversation = { domain: string; turns: { text: string }[] }
type Label = { name: string; confidence: number }

export const aiClaim: Claim = {
  ids: ['AI'],
  async measure(bench: Bench): Promise<BenchResult> {
    const { options } = bench
    if (options.conversations === null) return { rows: [], cpu: [], conditions: ['AI was skipped: it needs `--conversations FILE`'] }
    const quality = await measureQuality(bench, options.conversations)
    const cost = await measureCost(bench, options.conversations)
    return { rows: [...quality.rows, ...cost.rows], cpu: [], conditions: [...quality.conditions, ...cost.conditions] }
  },
}

// --- Accuracy -------------------------------------------------------------------------------------------------------

async function measureQuality({ options, note }: Bench, file: string): Promise<Omit<BenchResult, 'cpu'>> {
  const all = shuffleConversations(getConversations(file))
  const maxJudged = options.quick ? 300 : all.length
  const dataset = await freshDataset(options.dataRoot, 'ai', [1])
  const [tenant] = dataset.tenants
  if (!tenant) throw new Error('The dataset has a tenant')
  const service = await startService(options, dataset.dataDir)
  try {
    note(`AI: ${all.length} threads are made, ${labelledThreads} of them with a label`)
    const threads = await inParallel(all, (conversation, n) => makeThread(service, tenant, conversation, n < labelledThreads))
    const judged = threads.slice(labelledThreads, labelledThreads + maxJudged)
    const found = await inParallel(judged, async (threadId, n) => {
      const domain = all[labelledThreads + n]?.domain ?? ''
      const classified = await run(service, tenant, 'classify', threadId)
      const suggested = await run(service, tenant, 'suggest-labels', threadId)
      const labels = (suggested.output.labels ?? []).map(({ name, confidence }) => ({ name, confidence, right: name === domain }))
      return { isRight: classified.output.classification?.label?.name === domain, labels }
    })
    const right = found.filter(({ isRight }) => isRight).length / found.length
    const { error, bins } = getCalibration(found.flatMap(({ labels }) => labels))
    return {
      rows: [
        figure(
          `the label of ${found.length} threads after ${labelledThreads} labelled ones: right`,
          right,
          `≥ ${rightGoal}`,
          right >= rightGoal,
        ),
        figure(
          'suggested labels: distance of the confidence shown from the precision',
          error,
          `≤ ${calibrationGoal}`,
          error <= calibrationGoal,
        ),
      ],
      conditions: [
        `AI: ${all.length} conversations of ${new Set(all.map(({ domain }) => domain)).size} domains; labels by confidence shown: ${bins}`,
      ],
    }
  } finally {
    await service.stop()
  }
}

/**
 * Returns the expected calibration error: the mean distance between confidence and accuracy, weighted by the number of labels in each bin.
 */
function getCalibration(labels: readonly (Label & { right: boolean })[]): { error: number; bins: string } {
  const width = 0.2
  const bins = Array.from({ length: 5 }, (_, i) => labels.filter(({ confidence }) => Math.min(4, Math.floor(confidence / width)) === i))
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const seen = bins.map((bin) => ({
    size: bin.length,
    shown: mean(bin.map(({ confidence }) => confidence)),
    right: mean(bin.map((each) => Number(each.right))),
  }))
  return {
    error: seen.reduce((sum, { size, shown, right }) => sum + size * Math.abs(shown - right), 0) / Math.max(1, labels.length),
    bins: seen.map(({ size, shown, right }) => `${shown.toFixed(2)} shown, ${right.toFixed(2)} right (${size})`).join('; '),
  }
}

function figure(work: string, value: number, goal: string, met: boolean): Row {
  return { claim: 'AI', work, floor: '', ours: value.toFixed(3), ratio: null, goal, met }
}

async function makeThread(service: Service, tenant: BenchTenant, { domain, turns }: Conversation, isLabelled: boolean): Promise<string> {
  const [first] = turns
  const body = {
    subject: (first?.text ?? '').slice(0, 80) || 'Conversation',
    body: turns.map(({ text }) => text).join('\n'),
    requester: { email: `${createHash('sha256').update(JSON.stringify(turns)).digest('hex').slice(0, 12)}@example.com` },
    ...(isLabelled ? { tags: [domain] } : {}),
  }
  return (await call<{ threadId: string }>(service, tenant, '/threads', body)).threadId
}

type Run = { output: { labels?: Label[]; classification?: { label: Label | null } | null } }

function run(service: Service, tenant: BenchTenant, operation: string, threadId: string): Promise<Run> {
  return call(service, tenant, `/ai/${operation}`, { threadId })
}

async function call<Data>({ url }: Service, { key }: BenchTenant, path: string, body: object): Promise<Data> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // Safe because every response is an envelope; one without data is refused here.
  const { data } = (await response.json()) as { data: Data | null }
  if (data === null) throw new Error(`${path}: ${response.status}`)
  return data
}

async function inParallel<Item, Result>(items: readonly Item[], work: (item: Item, n: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let n = next++; n < items.length; n = next++) results[n] = await work(items[n] as Item, n)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

function getConversations(file: string): Conversation[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  // Safe because the file has the format that `skein seed --from` reads.
  return lines.map((line) => JSON.parse(line) as Conversation).filter(({ turns }) => turns.some(({ text }) => text.trim() !== ''))
}

/** Orders conversations independently of their domains, and identically in every run. */
function shuffleConversations(conversations: readonly Conversation[]): Conversation[] {
  const keyOf = (conversation: Conversation): string => createHash('sha256').update(JSON.stringify(conversation)).digest('hex')
  return conversations
    .map((conversation) => ({ conversation, key: keyOf(conversation) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ conversation }) => conversation)
}

// --- Cost -----------------------------------------------------------------------------------------------------------

const someThreads = statement<{ tenantId: Uuid; count: number }, { id: Uuid }>(`
  select id from threads where tenant_id = :tenantId::uuid and merged_into is null and message_count > 2 order by md5(id::text) limit :count::int`)

async function measureCost({ options, note }: Bench, file: string): Promise<Omit<BenchResult, 'cpu'>> {
  const messages = options.quick ? 50_000 : 1_000_000
  const dataset = await ensureTexts(options.dataRoot, file, messages)
  const tenant = dataset.tenants[0]
  if (!tenant) throw new Error('The dataset has a tenant')
  const { tenantId } = tenant
  return withDatabase(dataset.dataDir, async (db) => {
    const ids = await db.rows(someThreads, { tenantId, count: 40 })
    const took: { name: string; inDatabase: number[] }[] = [
      { name: 'a classification', inDatabase: [] },
      { name: 'a summary', inDatabase: [] },
    ]
    for (const [i, { id }] of ids.entries()) {
      const record = await readThread(db, { tenantId, id })
      if (!record) continue
      for (const [n, work] of [classify, findSummary].entries()) {
        const clocked = new Clocked(db)
        await work(clocked.db, tenantId, record)
        // The first runs plan the statements and load the pages.
        if (i >= 10) took[n]?.inDatabase.push(clocked.ms)
      }
    }
    note(`AI: ${took.map(({ name, inDatabase }) => `${name} ${milliseconds(median(inDatabase))}`).join(', ')}`)
    return {
      rows: took.map(({ name, inDatabase }): Row => {
        const ms = median(inDatabase)
        return {
          claim: 'AI',
          work: `${name} among ${tenant.threads.toLocaleString('en')} threads: time in the database`,
          floor: '',
          ours: milliseconds(ms),
          ratio: null,
          goal: `≤ ${millisecondsGoal} ms`,
          met: ms <= millisecondsGoal,
        }
      }),
      conditions: [`AI: the cost is the median of 30 threads, over one connection, with the round trips`],
    }
  })
}

/** Sums up the duration of statements. */
class Clocked {
  ms = 0
  readonly db: Queryable

  constructor(db: Database) {
    const clock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const startedAt = performance.now()
      try {
        return await work()
      } finally {
        this.ms += performance.now() - startedAt
      }
    }
    this.db = {
      ...db,
      rows: (query, params) => clock(() => db.rows(query, params)),
      first: (query, params) => clock(() => db.first(query, params)),
    }
  }
}
