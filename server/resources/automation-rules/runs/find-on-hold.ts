/** Finds webhooks that currently accept no deliveries. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Action } from '../../thread-actions/index.ts'
import { findWebhooks } from './run-queries.ts'

/**
 * Returns the indexes of actions whose webhook is paused or disabled. Throws 422 for an action whose webhook is gone: an earlier version of
 * a rule does not protect its webhook from deletion.
 */
export async function findOnHold(tx: Queryable, tenantId: Uuid, actions: readonly Action[]): Promise<ReadonlySet<number>> {
  const named = actions.flatMap(({ webhookId }, position) => (webhookId === undefined ? [] : [{ webhookId, position }]))
  if (named.length === 0) return new Set()
  const found = await tx.rows(findWebhooks, { tenantId, ids: named.map(({ webhookId }) => webhookId) })
  const statuses = new Map(found.map(({ id, status }) => [id, status]))
  const missing = named.find(({ webhookId }) => !statuses.has(webhookId))
  if (missing) {
    const details = [{ field: `actions[${missing.position}].webhookId`, code: 'UNKNOWN', message: 'does not exist in this tenant' }]
    throw new ApiError(unknownReference, { details })
  }
  return new Set(named.flatMap(({ webhookId, position }) => (statuses.get(webhookId) === 'ACTIVE' ? [] : [position])))
}
