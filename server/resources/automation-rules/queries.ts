/** Statements on rules and their versions. */
import { keysetList } from '#kit/list.ts'
import { type RowOf, table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findNamedIds } from './named.ts'
import { AutomationRule, type RuleDefinition } from './schema.ts'

/** Name of the reader that runs rules, for code that only starts the reader. */
export const rulesReader = { name: 'rules' }

export const ruleTable = table({
  from: 'automation_rules r',
  shape: AutomationRule,
  derivedIds: { namedIds: findNamedIds },
  filters: { enabled: 'r.enabled = :enabled::boolean' },
})

type Key = { tenantId: Uuid; id: Uuid }

export const findNextOrder = statement<{ tenantId: Uuid }, { order: number }>(
  'select coalesce(max("order") + 1, 0) as "order" from automation_rules where tenant_id = :tenantId::uuid',
)

/** Locks all rules of the tenant in id order. */
export const lockRules = statement<{ tenantId: Uuid }, RowOf<typeof AutomationRule>>(
  `select ${ruleTable.columns} from automation_rules r where r.tenant_id = :tenantId::uuid order by r.id for update`,
)

/** Sets the positions of the rules to the order of `ids`. A position is not part of a version, so the version does not change. */
export const placeRules = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, RowOf<typeof AutomationRule>>(`
  update automation_rules r set "order" = w.place - 1, updated_at = greatest(now(), r.updated_at)
  from unnest(:ids::uuid[]) with ordinality as w(id, place)
  where r.tenant_id = :tenantId::uuid and r.id = w.id and r."order" <> w.place - 1 returning ${ruleTable.columns}`)

/** A rule in the form that the runner reads. */
export type RunningRule = RuleDefinition & { id: Uuid; name: string; version: number; fromSequence: number }

export const listEnabled = statement<{ tenantId: Uuid }, RunningRule>(`
  select r.id, r.name, r.version, r.trigger, r.filter, r.changed, r.message, r.actions, r.stops_later as "stopsLater",
    r.once_per_thread as "oncePerThread", r.from_sequence as "fromSequence"
  from automation_rules r where r.tenant_id = :tenantId::uuid and r.enabled order by r."order", r.created_at, r.id`)

export const findAnyEnabled = statement<{ tenantId: Uuid }, { id: Uuid }>(
  'select id from automation_rules where tenant_id = :tenantId::uuid and enabled limit 1',
)

/** Locks a rule that is enabled and has this version. Returns no row while another transaction changes the rule. */
export const lockEnabledRule = statement<Key & { version: number }, RowOf<typeof AutomationRule>>(`
  select ${ruleTable.columns} from automation_rules r
  where r.tenant_id = :tenantId::uuid and r.id = :id::uuid and r.enabled and r.version = :version::int for update skip locked`)

/** Makes a rule run on events committed from now on. */
export const startFromNow = statement<Key, object>(`
  update automation_rules set from_sequence = coalesce((select event_sequence from tenant_counters where tenant_id = :tenantId::uuid), 0)
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

// --- Versions -------------------------------------------------------------------------------------------------------------

/** The part of a rule that a version stores. */
export type StoredVersion = RuleDefinition & { name: string; description: string | null; enabled: boolean }
export type VersionRow = { ruleId: Uuid; version: number; authorId: Uuid | null; rule: StoredVersion; createdAt: string }

const versionColumns = 'v.rule_id as "ruleId", v.version, v.author_id as "authorId", v.rule, v.created_at as "createdAt"'

export const insertVersion = statement<
  { tenantId: Uuid; ruleId: Uuid; version: number; id: Uuid; authorId: Uuid | null; rule: StoredVersion },
  object
>(`
  insert into automation_rule_versions (tenant_id, rule_id, version, id, author_id, rule)
  values (:tenantId::uuid, :ruleId::uuid, :version::int, :id::uuid, :authorId::uuid, :rule::jsonb)`)

export const findVersion = statement<{ tenantId: Uuid; ruleId: Uuid; version: number }, VersionRow>(`
  select ${versionColumns} from automation_rule_versions v
  where v.tenant_id = :tenantId::uuid and v.rule_id = :ruleId::uuid and v.version = :version::int`)

export const maxVersions = 200

/** Deletes all versions except the latest. */
export const deleteOldVersions = statement<{ tenantId: Uuid; ruleId: Uuid; keep: number }, object>(`
  delete from automation_rule_versions where tenant_id = :tenantId::uuid and rule_id = :ruleId::uuid and version <= (
    select version from automation_rule_versions where tenant_id = :tenantId::uuid and rule_id = :ruleId::uuid
    order by version desc offset :keep::int limit 1)`)

export const versionList = keysetList<VersionRow>({
  from: 'automation_rule_versions v',
  alias: 'v',
  columns: versionColumns,
  filters: { ruleId: 'v.rule_id = :ruleId::uuid' },
  rowBytes: { sql: 'octet_length(v.rule::text)', max: 131_072 },
})
