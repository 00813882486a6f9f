/** Statements for the values of variables that a thread's record lacks, and for the labels that actions add. */
import { statement, type Uuid } from '../../../kit/index.ts'
import { customerJoin } from '../../customers/index.ts'

type Key = { tenantId: Uuid; id: Uuid }
type VariableRow = { inboxName: string | null; teamName: string | null; externalId: string | null; customFields: object | null }

export const findVariableRow = statement<Key, VariableRow>(`
  select i.name as "inboxName", g.name as "teamName", c.external_id as "externalId", c.custom_fields as "customFields"
  from threads t
  left join inboxes i on i.tenant_id = :tenantId::uuid and i.id = t.inbox_id
  left join teams g on g.tenant_id = :tenantId::uuid and g.id = t.team_id
  ${customerJoin('t.customer_id')}
  where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`)

/** Labels by id, without archived ones, which can no longer be added. */
export const listLabelsById = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, { id: Uuid; name: string }>(
  'select id, name from labels where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and archived_at is null',
)
