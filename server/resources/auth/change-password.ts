import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { user, User } from '../users/index.ts'
import { checkNewPassword } from './check-password.ts'
import { choosePassword } from './choose-password.ts'
import { passwordRejected } from './errors.ts'
import { hashPassword, isPassword } from './hash-password.ts'
import { findPassword, lockPassword } from './queries.ts'
import { ChangePasswordRequest } from './schema.ts'

const wrong = { field: 'currentPassword', code: 'WRONG', message: 'is not your password' }

export const changePassword = endpoint.write({
  operationId: 'changePassword',
  method: 'POST',
  path: '/auth/change',
  tag: 'auth',
  scope: 'session',
  rateLimit: 'attempts',
  summary: 'Change your password',
  description:
    'Changes the caller’s password, which needs the current one. All other sessions and the calendar URL (`/me/calendar`) of the user end.',
  body: ChangePasswordRequest,
  responds: { 200: item(User, 'The user') },
  errors: [passwordRejected],
  etag: true,
  changesCredentials: true,
  async before({
    db,
    principal: {
      tenantId,
      user: { id: userId, email },
    },
    body,
    config,
  }) {
    const { hash: current = null } = (await db.first(findPassword, { tenantId, userId })) ?? {}
    if (!(await isPassword(body.currentPassword, current, config.passwords))) throw new ApiError(passwordRejected, { details: [wrong] })
    await checkNewPassword('newPassword', body.newPassword, email)
    return { current, hash: await hashPassword(body.newPassword, config.passwords) }
  },
  present: user.present,
  async handle(context) {
    const { tx, principal, prepared } = context
    const { tenantId, credential, ip } = principal
    const userRecord = await fetchOne(tx, user.statements.find, { tenantId, id: principal.user.id })
    const locked = await tx.first(lockPassword, { tenantId, userId: userRecord.id })
    // Another request changed the password after `before` checked it.
    if (locked?.hash !== prepared.current) throw new ApiError(passwordRejected, { details: [wrong] })
    return choosePassword(context, {
      tenantId,
      userRecord,
      hash: prepared.hash,
      action: 'password_changed',
      ip,
      exceptSessionId: credential.id,
    })
  },
})
