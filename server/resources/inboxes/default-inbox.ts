/** At most one default inbox: what creating and changing an inbox have in common. */
import { changed, one, type TransactionContext, type Uuid } from '../../kit/index.ts'
import { inbox } from './inbox.ts'
import { lockDefault, queueForDefault } from './queries.ts'

type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal' | 'effects'>

/** To be called before any inbox is locked, when this request wants to move the default. */
export async function beginMove({ tx, principal: { tenantId } }: Context): Promise<void> {
  await tx.rows(queueForDefault, { tenantId })
}

/** Takes the default away from whichever inbox but `id` has it. */
export async function takeDefault(context: Context, id: Uuid): Promise<void> {
  const { tx, principal } = context
  const { tenantId } = principal
  const former = await tx.first(lockDefault, { tenantId, id })
  if (former) await changed(context, inbox, await one(tx, inbox.statements.find, { tenantId, id: former.id }), { isDefault: false })
}
