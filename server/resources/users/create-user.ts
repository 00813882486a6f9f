import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockFarRows, replaceLinks } from '#kit/link-tables.ts'
import { insertResource } from '#kit/write.ts'
import { ApiError, validationFailed, scopeEscalation, unknownReference } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { checkDomainAllowed } from './allowed-domains.ts'
import { memberships } from './membership.ts'
import { checkMayManage } from './owners.ts'
import { mailLink } from './sign-in-link.ts'
import { User, UserCreate } from './schema.ts'
import { user } from './user.ts'

export const createUser = endpoint.write({
  operationId: 'createUser',
  method: 'POST',
  path: user.path,
  tag: user.tag,
  scope: user.scopes.write,
  summary: 'Create a user',
  description:
    'Invites a user by mail, with a link that works once, for seven days (`POST /auth/forgot` sends it again). With `invite: ' +
    'false` creates an active user without a password, to whom threads can be assigned immediately. A program gets a user of the kind ' +
    'SERVICE, which never signs in and whose messages are automatic. The e-mail address must be ' +
    'unique within the tenant, ignoring letter case. The caller needs all scopes of the new user in addition to `catalog:admin`: ' +
    '`admin` for admins and owners, `write` for agents, `read` for viewers. Only an owner can create owners.',
  body: UserCreate,
  responds: { 201: item(User, 'The new user') },
  errors: [scopeEscalation, unknownReference],
  conflicts: user.conflicts,
  etag: true,
  creates: user,
  present: user.present,
  location: ({ id }) => `/users/${id}`,
  async handle(context) {
    const { kind = 'PERSON', teamIds = [], invite = kind === 'PERSON', ...sent } = context.body
    if (kind === 'SERVICE' && invite)
      throw new ApiError(validationFailed, {
        details: [{ field: 'invite', code: 'NOT_ALLOWED', message: 'must not be true for a SERVICE user, who never signs in' }],
      })
    checkMayManage(context.principal, [sent.role])
    checkDomainAllowed(context.principal, sent.email)
    await lockFarRows(context, memberships, teamIds, 'teamIds')
    const id = newId()
    const fields = { ...user.defaults, ...sent, kind, status: invite ? ('INVITED' as const) : ('ACTIVE' as const) }
    const { tenantId, user: inviter } = context.principal
    return insertResource(context, user, fields, id, async () => {
      await replaceLinks(context, memberships, id, teamIds)
      if (!invite) return
      const person = { tenantId, userId: id, name: sent.name, email: sent.email }
      await mailLink(context, person, { purpose: 'INVITATION', inviter })
    })
  },
})
