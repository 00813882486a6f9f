import {
  changed,
  endpoint,
  holdFar,
  item,
  keyOf,
  linkedIds,
  locked,
  OutdatedRead,
  relink,
  scopeEscalation,
  unknownReference,
  type TransactionContext,
  type Uuid,
} from '../../kit/index.ts'
import { checkDomainAllowed } from './allowed-domains.ts'
import { memberships } from './membership.ts'
import { beginOwnerChange, checkMayHandle, keepAnOwner, lastOwner } from './owners.ts'
import { User, UserUpdate } from './schema.ts'
import { user } from './user.ts'

export const updateUser = endpoint({
  operationId: 'updateUser',
  method: 'PATCH',
  path: `${user.path}/{id}`,
  tag: user.tag,
  scope: user.scopes.write,
  summary: 'Change a user',
  description:
    'Changes the fields sent. `status: SUSPENDED` stops the person’s API keys within a second and keeps everything else; `ACTIVE` activates them again. ' +
    'Another role changes within a second what their keys may do. The last active owner can neither be suspended nor given another role.',
  params: { id: user.id },
  body: UserUpdate,
  responds: { 200: item(User, 'The person as they are now') },
  errors: [scopeEscalation, unknownReference, lastOwner],
  conflicts: user.conflicts,
  etag: true,
  changesCredentials: true,
  writes: 'transaction',
  present: user.present,
  async handle(context) {
    const { teamIds, ...sent } = context.body
    const decides = sent.role !== undefined || sent.status !== undefined
    if (decides) await beginOwnerChange(context)
    const held = teamIds && (await holdTeams(context, teamIds))
    const current = await locked(context, user)
    if (held && current.teamIds.some((id) => !held.has(id))) throw new OutdatedRead('They joined a team in the meantime')
    if (decides || sent.email !== undefined) checkMayHandle(context.principal, [current.role, sent.role ?? current.role])
    if (sent.email !== undefined && sent.email !== current.email) checkDomainAllowed(context.principal, sent.email)
    await keepAnOwner(context, current, { role: sent.role ?? current.role, status: sent.status ?? current.status })
    const belongings = teamIds ? await relink(context, memberships, current.id, teamIds) : false
    return changed(context, user, current, sent, { belongings })
  },
})

/** Locks the teams that the person leaves or joins; teams are always locked before people. */
async function holdTeams(context: TransactionContext<{ id: Uuid }, undefined, unknown>, teamIds: readonly Uuid[]): Promise<Set<Uuid>> {
  const former = await linkedIds(context.tx, memberships, keyOf(context))
  const all = new Set([...teamIds, ...former])
  // The requested teams come first, so that the paths in error details are right.
  await holdFar(context, memberships, [...all], 'teamIds')
  return all
}
