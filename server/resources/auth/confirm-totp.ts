import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { codeRejected } from './errors.ts'
import { securityChanged } from './events.ts'
import { confirmFactor, lockFactor } from './factor-queries.ts'
import { RecoveryCodes, TotpCodeRequest } from './schema.ts'
import { newRecoveryCodes, findTimeStep } from './second-factor.ts'

export const confirmTotp = endpoint.write({
  operationId: 'confirmTotp',
  method: 'POST',
  path: '/auth/totp/confirm',
  tag: 'auth',
  scope: 'session',
  duringEnrolment: true,
  rateLimit: 'attempts',
  summary: 'Confirm an authenticator',
  description:
    'Takes a code of the secret from `POST /auth/totp/enroll`. From then on signing in needs `code`. The response has ten ' +
    'recovery codes, each of which replaces a code once; earlier recovery codes stop working.',
  body: TotpCodeRequest,
  responds: { 200: item(RecoveryCodes, 'The recovery codes, shown only once') },
  errors: [codeRejected],
  secret: true,
  changesCredentials: true,
  present: ({ recoveryCodes }: { recoveryCodes: string[] }) => ({ recoveryCodes }),
  async handle({ tx, effects, secrets, body, principal: { tenantId, user } }) {
    const userKey = { tenantId, userId: user.id }
    const factor = await tx.first(lockFactor, userKey)
    const step = factor?.pendingSealed ? findTimeStep(secrets, factor.pendingSealed, body.code, { ...factor, lastStep: 0 }) : null
    if (step === null) throw new ApiError(codeRejected)
    const { codes, hashes } = newRecoveryCodes(secrets, userKey)
    await tx.rows(confirmFactor, { ...userKey, lastStep: step, recoveryHashes: hashes })
    effects.emit(securityChanged, user.id, { id: user.id, change: 'TOTP_CONFIRMED' })
    return toOutcome({ recoveryCodes: codes }, effects.audit({ action: 'user.totp_confirmed', target: { type: 'user', id: user.id } }))
  },
})
