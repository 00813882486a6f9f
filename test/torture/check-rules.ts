/** Compares the runs of rules with the matching events and with their effects, by statements that share no code with the product. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { MixedRule, RuleMix } from './rule-mix.ts'
import type { Service, TortureTenant } from './service.ts'

/** Longer than the leases of a killed worker and the scan interval of rules with a time trigger. */
const maxStillMs = 60_000

type OfTenant = { tenantId: string }
type OfRule = OfTenant & { ruleId: string | null }

const findUnfinished = statement<OfTenant, { what: string; n: number }>(`
  select * from (
    select 'events that rules have not read' as what, k.event_sequence - c.sequence as n from tenant_counters k
      join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = 'rules' where k.tenant_id = :tenantId::uuid
    union all select 'threads without the run of a time', count(*) from threads t where t.tenant_id = :tenantId::uuid and not exists (
      select 1 from automation_runs r where r.tenant_id = :tenantId::uuid and r.thread_id = t.id and r.began_at is not null)
    union all select 'events without deliveries', k.event_sequence - c.sequence from tenant_counters k
      join webhook_cursors c on c.tenant_id = k.tenant_id where k.tenant_id = :tenantId::uuid
    union all select 'deliveries', count(*) from webhook_deliveries where tenant_id = :tenantId::uuid and next_attempt_at is not null
    union all select 'mails', count(*) from jobs where tenant_id = :tenantId::uuid and name = 'send-message') waiting where n > 0`)

/** Waits until the rules have no work left. Returns the remaining work when there is no progress for a while. */
export async function untilRulesAreDone(service: Service, tenants: readonly TortureTenant[]): Promise<string[]> {
  return service.withDatabase(async (db) => {
    let [least, since] = [Infinity, performance.now()]
    for (; ; await sleep(500)) {
      const left = await Promise.all(tenants.map(({ tenantId }) => db.rows(findUnfinished, { tenantId })))
      const sum = left.flat().reduce((total, { n }) => total + n, 0)
      if (sum === 0) return []
      if (sum < least) [least, since] = [sum, performance.now()]
      if (performance.now() - since > maxStillMs)
        return [`nothing was done for ${maxStillMs / 1000} s, and there is left: ${JSON.stringify(left)}`]
    }
  })
}

/** Returns effects that are missing, duplicated or out of order. Empty when everything is correct. */
export async function checkRules(service: Service, { tenant: { tenantId, slug }, rules }: RuleMix): Promise<string[]> {
  return service.withDatabase(async (db) => {
    const ofRules: string[] = []
    for (const rule of rules) {
      const rows = await db.rows(getCompareRuns(rule), { tenantId, ruleId: parseTypeId('rul', rule.id) })
      ofRules.push(...rows.map((row) => `${slug}, rule “${rule.name}”: ${JSON.stringify(row)}`))
    }
    const ofTenant = await db.rows(compareEffects, { tenantId })
    return [...ofRules, ...ofTenant.map((row) => `${slug}: ${JSON.stringify(row)}`)]
  })
}

type Wrong = { what: string; id: string; found: string }

/** Triggers on which a rule must run: events, or for a rule with a time trigger, threads. */
const triggersSql = (fits: string | null): string =>
  fits === null
    ? 'select t.id from threads t where t.tenant_id = :tenantId::uuid'
    : `select e.id from events e where e.tenant_id = :tenantId::uuid and ${fits}`

const getCompareRuns = ({ fits, effect }: MixedRule) =>
  statement<OfRule, Wrong>(`with
    triggers as materialized (${triggersSql(fits)}),
    runs as materialized (
      select r.*, ${fits === null ? 'r.thread_id' : 'r.event_id'} as trigger_id from automation_runs r
      where r.tenant_id = :tenantId::uuid and r.rule_id = :ruleId::uuid),
    caused as materialized (
      select c.cause ->> 'runId' as run_id, count(*) as events, count(*) filter (where ${effect}) as effects from events c
      where c.tenant_id = :tenantId::uuid and c.cause ->> 'type' = 'RULE' group by 1)
  select 'runs of a trigger' as what, o.id::text as id, count(r.id)::text as found from triggers o left join runs r on r.trigger_id = o.id
    group by o.id having count(r.id) <> 1
  union all select 'a run without a trigger', r.id::text, r.outcome from runs r where not exists (select 1 from triggers o where o.id = r.trigger_id)
  union all select 'a failed run', r.id::text, r.error from runs r where r.outcome = 'FAILED'
  union all select 'effects of a run that applied', r.id::text, coalesce(c.effects, 0)::text from runs r left join caused c on c.run_id = r.id::text
    where r.outcome = 'APPLIED' and (coalesce(c.effects, 0) <> 1 or c.events <> cardinality(r.caused_event_ids))
  union all select 'effects of a run that did not apply', r.id::text, c.events::text from runs r join caused c on c.run_id = r.id::text
    where r.outcome <> 'APPLIED'
  union all select 'a run before one on an earlier event', r.id::text, r.sequence::text from (
      select r.id, e.sequence, max(e.sequence) over (partition by r.thread_id order by r.created_at groups between unbounded preceding and 1 preceding) as latest
      from runs r join events e on e.tenant_id = :tenantId::uuid and e.id = r.event_id) r where r.sequence < r.latest`)

const compareEffects = statement<OfTenant, Wrong>(`
  select 'an effect without a run' as what, e.id::text as id, e.cause ->> 'runId' as found from events e
    where e.tenant_id = :tenantId::uuid and e.cause ->> 'type' = 'RULE' and not exists (
      select 1 from automation_runs r where r.tenant_id = :tenantId::uuid and r.id::text = e.cause ->> 'runId')
  union all select 'messages of rules without their event', m.id::text, m.body from messages m
    where m.tenant_id = :tenantId::uuid and m.author_type = 'BOT' and not exists (
      select 1 from events e where e.tenant_id = :tenantId::uuid and e.type = 'message.created' and e.object ->> 'id' = m.id::text and e.cause ->> 'type' = 'RULE')
  union all select 'a second reply to a customer', m.sequence::text, m.thread_id from (
      select e.sequence, e.object ->> 'threadId' as thread_id, e.object ->> 'authorType' as author, lag(e.object ->> 'authorType') over (
        partition by e.object ->> 'threadId' order by e.sequence) as earlier
      from events e where e.tenant_id = :tenantId::uuid and e.type = 'message.created' and e.object ->> 'internal' = 'false'
        and e.object ->> 'authorType' in ('CUSTOMER', 'BOT')) m where m.author = 'BOT' and m.earlier is distinct from 'CUSTOMER'
  union all select 'replies that were not mailed once', m.id::text, count(o.message_id)::text from messages m
      left join outgoing_messages o on o.tenant_id = :tenantId::uuid and o.message_id = m.id
    where m.tenant_id = :tenantId::uuid and m.author_type = 'BOT' and not m.internal group by m.id having count(o.message_id) <> 1
  union all select 'deliveries of an event to the webhook that a rule names', e.id::text, count(d.id)::text from events e
      left join webhook_deliveries d on d.tenant_id = :tenantId::uuid and d.event_id = e.id
    where e.tenant_id = :tenantId::uuid and e.type = 'rule.applied' group by e.id having count(d.id) <> 1`)

/** Returns the events that rules sent to their webhook, and the number of events that users and rules caused. */
export async function readSent(db: Database, { tenantId }: TortureTenant): Promise<{ sent: string[]; written: number; caused: number }> {
  const { written = 0, caused = 0 } = (await db.first(countEvents, { tenantId })) ?? {}
  return { sent: (await db.rows(findSent, { tenantId })).map(({ id }) => id), written, caused }
}

const findSent = statement<OfTenant, { id: string }>(
  `select id from events where tenant_id = :tenantId::uuid and type = 'rule.applied' order by sequence`,
)
const countEvents = statement<OfTenant, { written: number; caused: number }>(`
  select count(*) filter (where cause is null) as written, count(*) filter (where cause ->> 'type' = 'RULE') as caused
  from events where tenant_id = :tenantId::uuid`)
