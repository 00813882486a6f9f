/** At most one default inbox: what creating and changing an inbox have in common. */
import type { TransactionContext } from '../../kit/endpoint.ts'
import { ApiError, unknownReference } from '../../kit/errors.ts'
import type { Uuid } from '../../kit/ids.ts'
import { queueForDefault, unsetDefault } from './queries.ts'

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal' | 'effects'>

/** To be called before any inbox is locked, when this request wants to move the default. */
export async function beginMove({ tx, principal: { tenantId } }: Context): Promise<void> {
  await tx.rows(queueForDefault, { tenantId })
}

/** Takes the default away from whichever inbox but `id` has it. */
export async function takeDefault({ tx, principal: { tenantId }, effects }: Context, id: Uuid): Promise<void> {
  for (const former of await tx.rows(unsetDefault, { tenantId, id })) {
    effects.audit({
      action: 'inbox.updated',
      target: { type: 'inbox', id: former.id },
      before: { isDefault: true },
      after: { isDefault: false },
    })
  }
}

/** No tenant has teams or SLA policies yet, so none can be referred to. */
export function checkReferences(sent: { teamId?: Uuid | null; slaPolicyId?: Uuid | null }): void {
  const details = (['teamId', 'slaPolicyId'] as const)
    .filter((field) => sent[field])
    .map((field) => ({ field, code: 'UNKNOWN', message: 'does not exist in this tenant' }))
  if (details.length > 0) throw new ApiError(unknownReference, { details })
}
