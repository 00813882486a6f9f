/** Lists facts, newest first, and their threads. */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import type { ListResult, Page, Position } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Fact } from '../measures/fact.ts'
import { backlogChangesSql } from './facts-queries.ts'
import { type FactsPlan, getNames } from './read-query.ts'
import { filtersSql, joinsSql, getParameters, toTime } from './selected-facts.ts'

/** A fact with the current names of its objects. Times are PostgreSQL's text. */
export type FactRecord = Pick<
  Fact,
  | 'kind'
  | 'sequence'
  | 'n'
  | 'eventId'
  | 'threadId'
  | 'messageId'
  | 'priority'
  | 'channel'
  | 'cause'
  | 'isFirst'
  | 'field'
  | 'fromValue'
  | 'toValue'
> & {
  at: string
  startedAt: string | null
  valueMs: number | null
  businessMs: number | null
  ticketNumber: string | null
  subject: string | null
} & Record<(typeof named)[number], { id: Uuid; name: string | null } | null>

const named = ['person', 'assignee', 'team', 'inbox', 'policy'] as const

type Params = Record<string, unknown>

const maxPage = 101

/** Returns a page of facts with their exact total. */
export async function listFacts(db: Queryable, tenantId: Uuid, plan: FactsPlan, asOf: number, page: Page): Promise<ListResult<FactRecord>> {
  const parameters = { ...toParameters(tenantId, plan, asOf), ...afterOf(page.after) }
  const [found, counted] = await Promise.all([
    db.rows(prepared(pageSql(plan, page.after !== null)), parameters),
    db.first(prepared<{ total: number }>(countSql(plan)), parameters),
  ])
  const records = found.slice(0, page.limit)
  const last = records.at(-1)
  return { records, total: counted?.total ?? 0, next: last && found.length > page.limit ? positionOf(last) : null, positionOf }
}

/** Returns the public numbers of the facts' threads. Leaves out deleted threads. */
export async function findThreadNumbers(db: Queryable, tenantId: Uuid, plan: FactsPlan, asOf: number): Promise<number[]> {
  const sql = `select distinct t.public_number as number from (${matchesSql(plan)}) f
    join threads t on t.tenant_id = :tenantId::uuid and t.id = f.thread_id`
  return (await db.rows(prepared<{ number: number }>(sql), toParameters(tenantId, plan, asOf))).map(({ number }) => number)
}

function toParameters(tenantId: Uuid, plan: FactsPlan, asOf: number): Params {
  return { ...getParameters(tenantId, plan), asOf, from: toTime(plan.span.from), to: toTime(plan.span.to), kinds: plan.how.of.kinds }
}

function positionOf({ at, sequence, n, threadId }: FactRecord): Position {
  return { at: `${at}/${sequence}/${n}`, id: threadId }
}

function afterOf(after: Position | null): Params {
  if (!after) return {}
  const [afterAt, afterSequence, afterN] = after.at.split('/')
  return { afterAt, afterSequence, afterN }
}

const afterSql = '(f.at, f.sequence, f.n) < (:afterAt::timestamptz, :afterSequence::bigint, :afterN::smallint)'
const newestFirstSql = 'f.at desc, f.sequence desc, f.n desc'

/** Returns the conditions on the facts. `kind` is the condition on their kinds. */
function whereSql(plan: FactsPlan, kind: string): string {
  const { when } = plan.how.of
  return [
    'f.tenant_id = :tenantId::uuid',
    kind,
    'f.at >= :from::timestamptz and f.at < :to::timestamptz and f.sequence <= :asOf::bigint',
    ...(when === undefined ? [] : [when]),
    ...filtersSql(plan, plan.person),
  ].join(' and ')
}

function factsSql(plan: FactsPlan, columns = 'f.*'): string {
  return `select ${columns} from facts f ${joinsSql([], getNames(plan.filters))} where ${whereSql(plan, 'f.kind = any(:kinds::text[])')}`
}

/** Returns the query of all matching facts. For distinct threads: the latest fact of each. For a stock: the fact that started it. */
function matchesSql(plan: FactsPlan): string {
  if (plan.how.type === 'threads') return `${factsSql(plan, 'distinct on (f.thread_id) f.*')} order by f.thread_id, ${newestFirstSql}`
  if (plan.how.type !== 'stock') return factsSql(plan)
  const used = getNames(plan.filters)
  const where = filtersSql(plan)
  return `select f.* from (
      select f.kind, f.at, f.sequence, f.n, sum(f.change) over (partition by f.thread_id) as stock,
        row_number() over (partition by f.thread_id order by f.change desc, ${newestFirstSql}) as place
      from ${backlogChangesSql(used)} f ${joinsSql([], used)} ${where.length > 0 ? `where ${where.join(' and ')}` : ''}) b
    join facts f on f.tenant_id = :tenantId::uuid and f.kind = b.kind and f.at = b.at and f.sequence = b.sequence and f.n = b.n
    where b.stock > 0 and b.place = 1`
}

function countSql(plan: FactsPlan): string {
  if (plan.how.type === 'threads') return factsSql(plan, 'count(distinct f.thread_id) as total')
  if (plan.how.type === 'stock') return `select count(*) as total from (${matchesSql(plan)}) f`
  return factsSql(plan, 'count(*) as total')
}

/** Returns the query of the first facts after the position. Reads one range of the primary key per kind, and stops after a page. */
function pageSql(plan: FactsPlan, hasAfter: boolean): string {
  if (plan.how.type === 'threads' || plan.how.type === 'stock')
    return presentedSql(
      plan,
      `select * from (${matchesSql(plan)}) f ${hasAfter ? `where ${afterSql}` : ''} order by ${newestFirstSql} limit ${maxPage}`,
    )
  const range = `select f.* from facts f ${joinsSql([], getNames(plan.filters))}
    where ${whereSql(plan, 'f.kind = k.kind')} ${hasAfter ? `and ${afterSql}` : ''} order by ${newestFirstSql} limit ${maxPage}`
  return presentedSql(
    plan,
    `select f.* from unnest(:kinds::text[]) as k(kind) cross join lateral (${range}) f order by ${newestFirstSql} limit ${maxPage}`,
  )
}

/** Adds names to a page of facts, and the durations that the metric counts. */
function presentedSql({ how, person }: Pick<FactsPlan, 'how' | 'person'>, facts: string): string {
  const columns = how.type === 'duration' ? how.columns : { calendar: 'f.value_ms', working: 'f.business_ms' }
  const startedAt =
    columns.calendar === 'f.value_ms' ? 'f.started_at' : columns.calendar === 'f.first_ms' ? `f.at - f.first_ms * interval '1 ms'` : 'null'
  const tables = { person: 'users', assignee: 'users', team: 'teams', inbox: 'inboxes', policy: 'sla_policies' } as const
  const joins = named.map((name) => {
    const column = name === 'person' ? person : `${name}_id`
    return `left join ${tables[name]} ${name} on ${name}.tenant_id = :tenantId::uuid and ${name}.id = f.${column}`
  })
  const names = named.map((name) => {
    const column = name === 'person' ? person : `${name}_id`
    const kept = `(select g.name from measure_names g where g.tenant_id = :tenantId::uuid and g.id = f.${column})`
    return `case when f.${column} is not null then json_build_object('id', f.${column}, 'name', coalesce(${name}.name, ${kept})) end as ${name}`
  })
  return `select f.kind, f.at, f.sequence, f.n, f.event_id as "eventId", f.thread_id as "threadId", f.message_id as "messageId", f.priority, f.channel,
    f.cause, f.is_first as "isFirst", f.field, f.from_value as "fromValue", f.to_value as "toValue", ${startedAt} as "startedAt",
    ${columns.calendar} as "valueMs", ${columns.working} as "businessMs", th.ticket_number as "ticketNumber", th.subject, ${names.join(', ')}
  from (${facts}) f
  left join threads th on th.tenant_id = :tenantId::uuid and th.id = f.thread_id ${joins.join(' ')}
  order by ${newestFirstSql}`
}

/** Returns the latest facts of a thread, oldest first. */
export async function findFactsOfThread(db: Queryable, tenantId: Uuid, threadId: Uuid, limit: number): Promise<FactRecord[]> {
  const facts = `select * from facts f where f.tenant_id = :tenantId::uuid and f.thread_id = :threadId::uuid order by ${newestFirstSql} limit :limit::int`
  return (
    await db.rows(prepared(presentedSql({ how: { type: 'count', of: { kinds: [] }, sums: [] }, person: 'person_id' }, facts)), {
      tenantId,
      threadId,
      limit,
    })
  ).toReversed()
}

const statements = new Map<string, Statement<Params, unknown>>()

function prepared<Row = FactRecord>(sql: string): Statement<Params, Row> {
  let known = statements.get(sql)
  if (!known) statements.set(sql, (known = statement(sql)))
  // Safe because each text selects the columns of its row.
  return known as Statement<Params, Row>
}
