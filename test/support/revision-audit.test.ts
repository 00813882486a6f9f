import { beforeAll, expect, it } from 'vitest'
import { rooms } from '../../server/resources/index.ts'
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
const ledger = 'update tenant_counters set event_sequence = event_sequence + json_array_length($1::json) where tenant_id = $2'

it('finds a change without an event, in a transaction and alone', () => {
  expect(findFaults(change)).toEqual([expect.stringMatching(/^writes messages\.body and does not raise the revision/)])
  expect(findFaults(['begin'], change, [ledger, [], 'tenant'], ['commit'])).toHaveLength(1)
  expect(findFaults(['begin'], [ledger, [{}], 'tenant'], ['commit'], change), 'an event of another transaction').toHaveLength(1)
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
  expect(findFaults(['begin'], change, [ledger, [{}], 'tenant'], ['commit'])).toEqual([])
  const silent = 'update tenant_counters set silent_changes = silent_changes + $1 where tenant_id = $2'
  expect(findFaults(['begin'], change, [silent, 1, 'tenant'], ['commit'])).toEqual([])
  expect(findFaults(['begin'], change, ['rollback'])).toEqual([])
})

it('accepts changes that no kept response shows', () => {
  expect(findFaults(['update users set last_seen_at = now() where tenant_id = $1'])).toEqual([])
  expect(findFaults(['update threads set queued_for = null where tenant_id = $1'])).toEqual([])
  expect(findFaults(['select * from threads where tenant_id = $1 for update'])).toEqual([])
})

it('reads the bodies of procedures', () => {
  const calls = rooms.flatMap(({ procedures }) => procedures)
  const faulty = calls.filter(({ text }) => findFaults([text]).length > 0)
  expect(calls.length).toBeGreaterThan(faulty.length)
  // The ledger of a changed thread is a statement after the procedure.
  expect(faulty.map(({ name }) => name.replace(/_[0-9a-f]{12}$/, ''))).toEqual(['change_thread'])
})
