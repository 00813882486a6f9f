/** CUSTOMERS: `GET /customers?q=` in a tenant with a million customers, against the list without `q`. */
import { statement, type Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { joinWords } from '../server/resources/text-search/tokenizer.ts'
import { ensureDataset, withDatabase, type BenchTenant, type Dataset } from './kit/dataset.ts'
import { median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { startService, type Service } from './kit/service.ts'
import { milliseconds } from './kit/table.ts'

const ratioGoal = 10
const millisecondsGoal = 100
const chunk = 20_000
const given = [
  'Ada',
  'Grace',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Radia',
  'Ken',
  'Frances',
  'Dennis',
  'Zoë',
  'Łukasz',
  'Søren',
  '美咲',
  'Иван',
]
const family = [
  'Lovelace',
  'Hopper',
  'Turing',
  'Dijkstra',
  'Liskov',
  'Knuth',
  'Perlman',
  'Thompson',
  'Allen',
  'Ritchie',
  'Müller',
  'Nowak',
  'Kierkegaard',
  '佐藤',
  'Иванов',
  'Smith',
]

type Probe = { name: string; q: string | null; total: number; tookMs: number[] }

export const customerSearchClaim: Claim = {
  ids: ['CUSTOMERS'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const count = options.quick ? 100_000 : 1_000_000
    const dataset = await ensureDataset(options.dataRoot, 'customers', [1_000])
    const [tenant] = dataset.tenants
    if (!tenant) throw new Error('The dataset has a tenant')
    await fill(dataset, tenant, count, note)
    const probes: Probe[] = [
      { name: 'without q', q: null },
      { name: 'none', q: 'qqzzx' },
      { name: 'one address', q: `person${Math.floor(count / 2)}@` },
      { name: 'the end of some numbers', q: `7777@` },
      { name: 'two parts', q: 'lovel 999' },
      { name: 'a first and a family name', q: 'grace hopper' },
      { name: 'a family name', q: 'dijkstra' },
      { name: 'one letter', q: 'k' },
      { name: 'what all have', q: 'example' },
    ].map(({ name, q }) => ({ name, q, total: 0, tookMs: [] }))
    const service = await startService(options, dataset.dataDir)
    try {
      for (let round = -1; round < options.rounds * 2; round++)
        for (const probe of probes) {
          const startedAt = performance.now()
          probe.total = await getTotal(service, tenant, probe.q)
          if (round >= 0) probe.tookMs.push(performance.now() - startedAt)
        }
    } finally {
      await service.stop()
    }
    const [floor, ...searches] = probes
    const floorMs = median(floor?.tookMs ?? [])
    return {
      rows: searches.map(({ name, total, tookMs }) => {
        const ms = median(tookMs)
        return {
          claim: 'CUSTOMERS',
          work: `customers among ${count.toLocaleString('en')}, ${name}: ${total.toLocaleString('en')} found`,
          floor: milliseconds(floorMs),
          ours: milliseconds(ms),
          ratio: ms / floorMs,
          goal: `≤ ${ratioGoal}, or ≤ ${millisecondsGoal} ms`,
          met: ms / floorMs <= ratioGoal || ms <= millisecondsGoal,
        }
      }),
      cpu: [],
      conditions: [
        `CUSTOMERS: one tenant, one connection, medians of ${options.rounds * 2} requests of each kind, interleaved; floor: the list without q`,
      ],
    }
  },
}

async function getTotal({ url }: Service, { key }: BenchTenant, q: string | null): Promise<number> {
  const query = new URLSearchParams({ limit: '20', ...(q === null ? {} : { q }) })
  const response = await fetch(`${url}/api/v1/customers?${query}`, { headers: { authorization: `Bearer ${key}` } })
  // Safe because every response is an envelope; one that is not a list has no total, which fails here.
  const { meta } = (await response.json()) as { meta: { total: number } }
  return meta.total
}

type Filling = {
  tenantId: Uuid
  rows: { email: string; name: string; externalId: string | null; nameWords: string; addressWords: string }[]
}
const countCustomers = statement<{ tenantId: Uuid }, { count: number }>(
  'select customers as count from tenant_counters where tenant_id = :tenantId::uuid',
)
const insertCustomers = statement<Filling, object>(`with
made as (
  insert into customers (tenant_id, id, email, name, external_id, name_words, address_words)
  select :tenantId::uuid, uuidv7(), r.email, r.name, r."externalId", r."nameWords", r."addressWords"
  from json_to_recordset(:rows::json) as r(email text, name text, "externalId" text, "nameWords" text, "addressWords" text) returning 1)
update tenant_counters set customers = customers + (select count(*) from made) where tenant_id = :tenantId::uuid`)

/** Adds customers up to the given number. A data directory may contain some from an earlier run. */
function fill({ dataDir }: Dataset, { tenantId }: BenchTenant, count: number, note: Bench['note']): Promise<void> {
  return withDatabase(dataDir, async (db: Database) => {
    const there = (await db.first(countCustomers, { tenantId }))?.count ?? 0
    for (let from = there; from < count; from += chunk) {
      await db.rows(insertCustomers, { tenantId, rows: Array.from({ length: Math.min(chunk, count - from) }, (_, i) => person(from + i)) })
      if (from % 100_000 < chunk) note(`CUSTOMERS: ${from.toLocaleString('en')} of ${count.toLocaleString('en')} are there`)
    }
    if (there < count) await db.script('vacuum (analyze) customers')
  })
}

function person(n: number): Filling['rows'][number] {
  const name = `${given[n % given.length]} ${family[Math.floor(n / given.length) % family.length]}`
  const [email, externalId] = [`person${n}@example.com`, n % 4 === 0 ? `crm-${n}` : null]
  return { email, name, externalId, nameWords: joinWords(name), addressWords: joinWords(email, externalId) }
}
