import { checkReferences, type Queryable, type Uuid } from '../../kit/index.ts'
import { labelReferences } from './canned-response.ts'
import type { Action } from './check-actions.ts'

/** Throws SVC-VALIDATION-UNKNOWN_REFERENCE for labels that do not exist. Labels are archived, never deleted, so one check is enough. */
export async function checkLabels(
  { tx, principal: { tenantId } }: { readonly tx: Queryable; readonly principal: { readonly tenantId: Uuid } },
  actions: readonly Action[],
): Promise<void> {
  const labelIds = actions.flatMap((action) => action.labelIds ?? [])
  await checkReferences(tx, tenantId, labelReferences, { labelIds })
}
