import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { user, User } from '../users/index.ts'
import { codeRejected } from './errors.ts'
import { lockFactor } from './factor-queries.ts'
import { removeFactor } from './remove-factor.ts'
import { TotpCodeRequest } from './schema.ts'
import { checkCode } from './second-factor.ts'

export const disableTotp = endpoint.write({
  operationId: 'disableTotp',
  method: 'POST',
  path: '/auth/totp/disable',
  tag: 'auth',
  scope: 'session',
  rateLimit: 'attempts',
  summary: 'Remove the authenticator',
  description:
    'Removes the authenticator, which needs its code or a recovery code. If the user’s role needs a second factor, the user must ' +
    'enroll again first.',
  body: TotpCodeRequest,
  responds: { 200: item(User, 'The user') },
  errors: [codeRejected],
  etag: true,
  changesCredentials: true,
  present: user.present,
  async handle({ tx, effects, secrets, body, principal: { tenantId, user: caller } }) {
    const userKey = { tenantId, userId: caller.id }
    const factor = await tx.first(lockFactor, userKey)
    if (!factor || !checkCode(secrets, userKey, factor, body.code)) throw new ApiError(codeRejected)
    const audited = await removeFactor({ tx, effects }, userKey)
    const record = await fetchOne(tx, user.statements.find, { tenantId, id: caller.id })
    return toOutcome(record, audited)
  },
})
