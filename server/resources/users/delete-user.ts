import { lockResource, deleteResource } from '#kit/write.ts'
import { catalogInUse, scopeEscalation } from '#platform/errors.ts'
import { beginOwnerChange, checkMayManage, checkOwnerRemains, lastOwner } from './owners.ts'
import { user } from './user.ts'

export const deleteUser = user.write({
  operationId: 'deleteUser',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete a user',
  description:
    'Deletes a user permanently; their messages keep their name. A user with assigned threads, API keys or teams is not deleted; ' +
    'the error has the numbers. Suspend the user instead: `PATCH /users/{id}` with `{"status": "SUSPENDED"}`. The last active ' +
    'owner cannot be deleted. The caller needs all scopes of the user.',
  result: 'The user as they were',
  errors: [catalogInUse, scopeEscalation, lastOwner],
  changesCredentials: true,
  async handle(context) {
    await beginOwnerChange(context)
    const current = await lockResource(context, user)
    checkMayManage(context.principal, [current.role])
    await checkOwnerRemains(context, current, null)
    return deleteResource(context, user, current, 'A person can be suspended instead, with PATCH and {"status": "SUSPENDED"}.')
  },
})
