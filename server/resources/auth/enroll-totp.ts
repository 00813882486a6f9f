import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { codeRejected, codeRequired, passwordRejected } from './errors.ts'
import { securityChanged } from './events.ts'
import { lockFactor, setPendingFactor } from './factor-queries.ts'
import { isPassword } from './hash-password.ts'
import { findPassword } from './queries.ts'
import { EnrollTotpRequest, TotpEnrolment } from './schema.ts'
import { newSecret, checkCode, toUri, useProof } from './second-factor.ts'

export const enrollTotp = endpoint.write({
  operationId: 'enrollTotp',
  method: 'POST',
  path: '/auth/totp/enroll',
  tag: 'auth',
  scope: 'session',
  duringEnrolment: true,
  rateLimit: 'attempts',
  summary: 'Enroll an authenticator',
  description:
    'Returns a secret for an authenticator app (TOTP). Nothing changes until `POST /auth/totp/confirm` gets a code of it; an ' +
    'earlier authenticator works until then. Replacing an authenticator needs its `code`, so that a stolen session and password ' +
    'are not enough. If the user’s role needs a second factor and the user has none, their session can only set one up.',
  body: EnrollTotpRequest,
  responds: { 200: item(TotpEnrolment, 'The secret, shown only once') },
  errors: [passwordRejected, codeRequired, codeRejected],
  secret: true,
  async before({ db, principal: { tenantId, user }, body, config }) {
    const { hash = null } = (await db.first(findPassword, { tenantId, userId: user.id })) ?? {}
    if (await isPassword(body.password, hash, config.passwords)) return
    throw new ApiError(passwordRejected, { details: [{ field: 'password', code: 'WRONG', message: 'is not your password' }] })
  },
  present: ({ secret, uri }: { secret: string; uri: string }) => ({ secret, uri }),
  async handle({ tx, effects, secrets, body, principal: { tenantId, tenant, user } }) {
    const userKey = { tenantId, userId: user.id }
    const factor = await tx.first(lockFactor, userKey)
    if (factor?.sealed) {
      if (body.code === undefined) throw new ApiError(codeRequired)
      const proof = checkCode(secrets, userKey, factor, body.code)
      if (!proof) throw new ApiError(codeRejected)
      await useProof(tx, userKey, proof)
    }
    const { secret, sealed } = newSecret(secrets)
    await tx.rows(setPendingFactor, { ...userKey, sealed })
    effects.emit(securityChanged, user.id, { id: user.id, change: 'TOTP_ENROLLED' })
    const audited = effects.audit({ action: 'user.totp_enrolled', target: { type: 'user', id: user.id } })
    return toOutcome({ secret, uri: toUri(secret, { tenant: tenant.name, email: user.email }) }, audited)
  },
})
