/** References in actions. A resource with actions declares them, so that the objects cannot be deleted. */
import { checkReferences } from '#kit/references.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { label } from '../labels/index.ts'
import { team } from '../teams/index.ts'
import { user } from '../users/index.ts'
import type { Action } from './vocabulary.ts'

export const actionReferences = {
  'actions[].teamId': team,
  'actions[].assigneeId': { ...user, keywords: ['me'] },
  'actions[].userIds': user,
  // Webhooks belong to a module that no other module may import.
  'actions[].webhookId': { noun: 'webhook', table: 'webhooks' },
}

/** Throws SVC-VALIDATION-UNKNOWN_REFERENCE for unknown labels. Labels are archived, never deleted, so one check is enough. */
export async function checkActionLabels(
  { tx, principal: { tenantId } }: { readonly tx: Queryable; readonly principal: { readonly tenantId: Uuid } },
  actions: readonly Action[],
): Promise<void> {
  const labelIds = actions.flatMap((action) => action.labelIds ?? [])
  // Labels need no foreign key, because they are never deleted.
  await checkReferences(tx, tenantId, { labelIds: label }, { labelIds })
}
