import type { TransactionContext } from '#kit/handler.ts'
import { lockFarRows, findLinkedIds, replaceLinks } from '#kit/link-tables.ts'
import { updateResource, toRowKey, lockResource } from '#kit/write.ts'
import { OutdatedRead } from '#platform/db.ts'
import { scopeEscalation, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Role } from '#platform/principal.ts'
import { changeAddress } from './change-address.ts'
import { memberships } from './membership.ts'
import { beginOwnerChange, checkMayManage, checkOwnerRemains, lastOwner } from './owners.ts'
import { UserUpdate } from './schema.ts'
import { user } from './user.ts'

export const updateUser = user.write({
  operationId: 'updateUser',
  method: 'PATCH',
  summary: 'Change a user',
  description:
    'Changes the fields sent. `status: SUSPENDED` stops the user’s API keys within a second and keeps everything else; `ACTIVE` ' +
    'activates the user again. The user’s open threads are `GET /threads?assigneeId=…&status=open`. `POST /threads/batch` with these ' +
    'filters hands them over: to another user, or with `assigneeId: null` back to their teams. Any other thread of a suspended user or ' +
    'a viewer goes back to its team when it opens again. ' +
    'A new role changes the scopes of their keys within a second. The last active owner can neither be ' +
    'suspended nor given another role. A new `email` becomes `pendingEmail` until the link mailed to it is used (`POST ' +
    '/auth/confirm-email`), at most a day; the current address gets a notice and stays valid for signing in. A new role cancels a ' +
    'pending address. An INVITED user has the new address at once, and the invitation is sent to it. To change role, status or ' +
    'address the caller needs all scopes of the user.',
  body: UserUpdate,
  result: 'The user as they are now',
  errors: [scopeEscalation, unknownReference, lastOwner],
  conflicts: user.conflicts,
  changesCredentials: true,
  async handle(context) {
    const { teamIds, email, ...sent } = context.body
    const decides = sent.role !== undefined || sent.status !== undefined
    if (decides) await beginOwnerChange(context)
    const held = teamIds && (await lockTeams(context, teamIds))
    const current = await lockResource(context, user)
    if (held && current.teamIds.some((id) => !held.has(id))) throw new OutdatedRead('They joined a team in the meantime')
    if (decides || email !== undefined) checkMayManage(context.principal, [current.role, sent.role ?? current.role])
    await checkOwnerRemains(context, current, { role: sent.role ?? current.role, status: sent.status ?? current.status })
    const belongings = teamIds ? await replaceLinks(context, memberships, current.id, teamIds) : false
    const address = email === undefined ? null : await changeAddress(context, current, email, sent.status ?? current.status)
    const fields = address?.fields ?? cancelAddressChange(current, sent.role)
    const outcome = await updateResource(context, user, current, { ...sent, ...fields }, { belongings })
    await address?.mail(sent.name ?? current.name)
    return outcome
  },
})

/**
 * Cancels a pending address change when the role changes. The caller who requested it only needed the old role's scopes, and the new role
 * may have more.
 */
function cancelAddressChange(current: Parameters<typeof user.present>[0], role: Role | undefined): { pendingEmail?: null } {
  return role !== undefined && role !== current.role ? { pendingEmail: null } : {}
}

/** Locks the teams that the user leaves or joins. Teams are always locked before users. */
async function lockTeams(context: TransactionContext<{ id: Uuid }, undefined, unknown>, teamIds: readonly Uuid[]): Promise<Set<Uuid>> {
  const former = await findLinkedIds(context.tx, memberships, toRowKey(context))
  const all = new Set([...teamIds, ...former])
  // The requested teams come first, so that the paths in error details are correct.
  await lockFarRows(context, memberships, [...all], 'teamIds')
  return all
}
