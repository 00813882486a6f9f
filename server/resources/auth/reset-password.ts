import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { tenantSuspended } from '#platform/errors.ts'
import { user, User } from '../users/index.ts'
import { linkInvalid, passwordRejected } from './errors.ts'
import { ResetRequest } from './schema.ts'
import { choosePassword, readLink, useLink } from './choose-password.ts'

export const resetPassword = endpoint.anonymous({
  operationId: 'resetPassword',
  method: 'POST',
  path: '/auth/reset',
  tag: 'auth',
  summary: 'Choose a password with a link',
  description:
    'Sets the password of the user to whom the link was sent, once. All sessions, the calendar URL (`/me/calendar`) and all other ' +
    'links of the user end. Signing in then needs the new password, and the second factor as before.',
  body: ResetRequest,
  responds: { 200: item(User, 'The user') },
  errors: [linkInvalid, passwordRejected, tenantSuspended],
  etag: true,
  changesCredentials: true,
  account: () => null,
  findActor: (context) => readLink(context, 'PASSWORD', context.body),
  present: user.present,
  async handle(context) {
    const { actor, tx, ip } = context
    const { tenantId, userId, hash } = await useLink(tx, actor)
    const userRecord = await fetchOne(tx, user.statements.find, { tenantId, id: userId })
    return choosePassword(context, { tenantId, userRecord, hash, action: 'password_reset', ip })
  },
})
