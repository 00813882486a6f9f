import { statement, type Uuid } from '../../../kit/index.ts'

/** Archived labels cannot be added any more. */
export const namesOfLabels = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; name: string }>(
  'select id, name from labels where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and archived_at is null',
)
