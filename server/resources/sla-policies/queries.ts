import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { workingHoursSql, type WorkingHours } from '../business-hours/index.ts'
import type { Terms } from './clocks.ts'
import { maxOrder, SlaPolicy, type Conditions } from './schema.ts'

export const slaPolicyTable = table({
  from: 'sla_policies s',
  shape: SlaPolicy,
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
})

/** Returns the position of a new policy. At the maximum, policies share a position; the older one is tried first. */
export const findNextOrder = statement<{ tenantId: Uuid }, { order: number }>(
  `select least(coalesce(max("order") + 1, 0), ${maxOrder}) as "order" from sla_policies where tenant_id = :tenantId::uuid`,
)

export type PolicyInForce = {
  id: Uuid
  name: string
  conditions: Conditions
  onlyByInbox: boolean
  targets: Partial<Terms['targets']>
  pauseOn: string[]
  warningPercent: number
}

/** Lists all policies in matching order, without their hours, which may have a thousand holidays each. */
export const listPolicies = statement<{ tenantId: Uuid }, PolicyInForce>(`
  select s.id, s.name, s.conditions, s.only_by_inbox as "onlyByInbox", s.targets, s.pause_on as "pauseOn", s.warning_percent as "warningPercent"
  from sla_policies s where s.tenant_id = :tenantId::uuid order by s."order", s.created_at, s.id`)

/** Finds the hours of a policy, with only the dates of holidays. Null means around the clock. */
export const findPolicyHours = statement<{ tenantId: Uuid; id: Uuid }, { hours: WorkingHours | null }>(`
  select case when h.id is not null then ${workingHoursSql('h')} end as hours
  from sla_policies s left join business_hours h on h.tenant_id = :tenantId::uuid and h.id = s.business_hours_id
  where s.tenant_id = :tenantId::uuid and s.id = :id::uuid`)

export const insertTerms = statement<{ tenantId: Uuid; id: Uuid; terms: Terms }, object>(`
  insert into sla_terms (tenant_id, id, terms) values (:tenantId::uuid, :id::uuid, :terms::jsonb) on conflict (tenant_id, id) do nothing`)
