/**
 * The list of items and mails, newest first. Not a `keysetList`, which reads one table: each table is read in the order of its own index and
 * limited, because PostgreSQL sorts all rows of a union that has conditions.
 */
import { type Queryable, type Statement, statement } from '#platform/db.ts'
import type { ListResult, Page } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { allSql, columnsSql, type ConditionOf, countSql, joinSql } from './list-fragments.ts'
import type { InboundItemRecord } from './queries.ts'

const filters: Readonly<Record<string, ConditionOf>> = {
  inboxId: () => 'and r.inbox_id = :inboxId::uuid',
  outcome: () => 'and r.outcome = :outcome::text',
  cause: () => 'and r.cause = :cause::text',
  externalId: ({ externalId }) => `and ${externalId} = :externalId::text`,
  // Acceptance sets both times.
  receivedAfter: () => 'and r.created_at > :receivedAfter::timestamptz',
  receivedBefore: () => 'and r.created_at < :receivedBefore::timestamptz',
}

type Params = Record<string, unknown>
type Row = InboundItemRecord & { total: number; positionAt: string }

const pages = new Map<string, Statement<Params, Row>>()
const totals = new Map<string, Statement<Params, { total: number }>>()

/** Returns a page and the exact total. `sent` has the filters of the request. */
export async function listItems(
  db: Queryable,
  tenantId: Uuid,
  { limit, after }: Page,
  sent: Readonly<Record<string, unknown>>,
): Promise<ListResult<InboundItemRecord>> {
  const active = Object.keys(filters).filter((name) => sent[name] !== undefined)
  const values = { tenantId, ...Object.fromEntries(active.map((name) => [name, sent[name]])) }
  const key = active.join('+')
  const page = prepare(pages, `${key} ${after ? 'after' : 'first'}`, () => pageSql(active, after !== null))
  const rows = await db.rows(page, { ...values, limit: limit + 1, ...(after ? { afterAt: after.at, afterId: after.id } : {}) })
  const count = async () =>
    (
      await db.first(
        prepare(totals, key, () => `select ${totalSql(active)} as total`),
        values,
      )
    )?.total ?? 0
  // Every row has the total. Without rows the first page is empty, and a later one is the last.
  const total = rows[0]?.total ?? (after ? await count() : 0)
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  const positionOf = (row: InboundItemRecord) => ({ at: (row as Row).positionAt, id: row.id })
  return { records, total, next: rows.length > limit && last ? positionOf(last) : null, positionOf }
}

function prepare<Result>(known: Map<string, Statement<Params, Result>>, key: string, sql: () => string): Statement<Params, Result> {
  const prepared = known.get(key) ?? statement<Params, Result>(sql())
  known.set(key, prepared)
  return prepared
}

function pageSql(active: readonly string[], isLater: boolean): string {
  const position = isLater ? 'and (r.created_at, r.id) < (:afterAt::timestamptz, :afterId::uuid)' : ''
  const matching: ConditionOf = (names) => `${conditionsSql(active, names)} ${position}`
  return `with page as materialized (
  select * from (${allSql(matching, 'order by r.created_at desc, r.id desc limit :limit::int')}) e order by e.created_at desc, e.id desc limit :limit::int)
select (select ${totalSql(active)}) as total, e.created_at as "positionAt", ${columnsSql}
from page e ${joinSql} order by e.created_at desc, e.id desc`
}

function totalSql(active: readonly string[]): string {
  if (active.length > 0) return countSql((names) => conditionsSql(active, names))
  return '(select inbound_items + inbound_mails from tenant_counters where tenant_id = :tenantId::uuid)'
}

function conditionsSql(active: readonly string[], names: Parameters<ConditionOf>[0]): string {
  return active.map((name) => filters[name]?.(names) ?? '').join(' ')
}
