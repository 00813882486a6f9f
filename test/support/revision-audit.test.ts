import { beforeAll, expect, it } from 'vitest'
import { countedColumns, insertLedger } from '#platform/outbox/ledger-queries.ts'
import { procedures } from '../../server/resources/index.ts'
import { RevisionAudit } from './revision-audit.ts'
import { loadParser } from './syntax-tree.ts'

beforeAll(loadParser)

type Sent = [text: string, ...parameters: unknown[]]
/** Returns the faults of statements that were sent over one connection. */
function findFaults(...statements: Sent[]): string[] {
  const audit = new RevisionAudit()
  const connection = {}
  for (const [text, ...parameters] of statements) audit.hear(text, parameters, connection)
  return audit.findFaults()
}

const change: Sent = ['update messages set body = $1 where tenant_id = $2', 'text', 'tenant']
/** The call of the ledger with these events, and what it adds to one counter. */
function ledgerOf(events: object[], counter?: string): Sent {
  const given: Record<string, unknown> = { events, deltas: countedColumns.map((column) => Number(column === counter)) }
  return [insertLedger.text, ...insertLedger.names.map((name) => given[name] ?? null)]
}

it('finds a change without an event, in a transaction and alone', () => {
  expect(findFaults(change)).toEqual([expect.stringMatching(/^writes messages\.body and does not raise the revision/)])
  expect(findFaults(['begin'], change, ledgerOf([]), ['commit'])).toHaveLength(1)
  expect(findFaults(['begin'], ledgerOf([{}]), ['commit'], change), 'an event of another transaction').toHaveLength(1)
})

it('finds new and deleted rows, also in a CTE and in ON CONFLICT', () => {
  for (const text of [
    'delete from thread_labels where tenant_id = $1',
    'with gone as (delete from threads where tenant_id = $1) select 1',
    'insert into users (tenant_id) values ($1) on conflict (tenant_id, id) do update set name = $2',
  ])
    expect(findFaults([text]), text).toHaveLength(1)
})

it('accepts changes with an event or a silent change, and what was rolled back', () => {
  expect(findFaults(['begin'], change, ledgerOf([{}]), ['commit'])).toEqual([])
  expect(findFaults(['begin'], change, ledgerOf([], 'silent_changes'), ['commit'])).toEqual([])
  expect(findFaults(['begin'], change, ['rollback'])).toEqual([])
})

it('finds a counter that the ledger changes without an event', () => {
  expect(findFaults(ledgerOf([], 'threads_open'))).toEqual([expect.stringMatching(/^writes tenant_counters\.threads_open/)])
  expect(findFaults(ledgerOf([{}], 'threads_open'))).toEqual([])
  expect(findFaults(ledgerOf([], 'meetings')), 'which no kept response shows').toEqual([])
})

it('accepts changes that no kept response shows', () => {
  expect(findFaults(['update users set last_seen_at = now() where tenant_id = $1'])).toEqual([])
  expect(findFaults(['update threads set queued_for = null where tenant_id = $1'])).toEqual([])
  expect(findFaults(['select * from threads where tenant_id = $1 for update'])).toEqual([])
})

it('reads the bodies of procedures', () => {
  const calls = procedures.filter(({ text }) => text !== insertLedger.text)
  const faulty = calls.filter(({ text }) => findFaults([text]).length > 0)
  expect(calls.length).toBeGreaterThan(faulty.length)
  // The ledger of a changed thread is a call after this procedure.
  expect(faulty.map(({ name }) => name.replace(/_[0-9a-f]{12}$/, ''))).toEqual(['change_thread'])
})
