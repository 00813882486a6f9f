/** Ensures that a tenant has at most one default inbox, when an inbox is created or changed. */
import type { TransactionContext } from '#kit/handler.ts'
import { updateResource, fetchOne } from '#kit/write.ts'
import type { Uuid } from '#platform/ids.ts'
import { inbox } from './inbox.ts'
import { lockDefault } from './queries.ts'

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal' | 'effects'>

/** Clears `isDefault` of any inbox other than `id`. */
export async function clearOtherDefault(context: Context, id: Uuid): Promise<void> {
  const { tx, principal } = context
  const { tenantId } = principal
  const currentDefault = await tx.first(lockDefault, { tenantId, id })
  if (currentDefault)
    await updateResource(context, inbox, await fetchOne(tx, inbox.statements.find, { tenantId, id: currentDefault.id }), {
      isDefault: false,
    })
}
