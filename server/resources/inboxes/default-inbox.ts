/** Keeps at most one default inbox: shared by creating and changing an inbox. */
import { updateResource, fetchOne, type TransactionContext, type Uuid } from '../../kit/index.ts'
import { inbox } from './inbox.ts'
import { lockDefault } from './queries.ts'

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal' | 'effects'>

/** Removes the default flag from any inbox other than `id`. */
export async function takeDefault(context: Context, id: Uuid): Promise<void> {
  const { tx, principal } = context
  const { tenantId } = principal
  const former = await tx.first(lockDefault, { tenantId, id })
  if (former)
    await updateResource(context, inbox, await fetchOne(tx, inbox.statements.find, { tenantId, id: former.id }), { isDefault: false })
}
