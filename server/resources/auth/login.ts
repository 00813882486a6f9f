import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError, invalidCredentials, tenantSuspended } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { writeEffects } from '#platform/outbox/ledger.ts'
import { actorIdentity } from '#platform/outbox/write-identity.ts'
import type { Static } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sendMail } from '../mail/index.ts'
import { findTenantId } from '../tenants/index.ts'
import { isDomainAllowed, user } from '../users/index.ts'
import { isKnownAddress } from './known-address.ts'
import { codeRequired, signInError, tenantRequired } from './errors.ts'
import { findFactor, findLacksFactor, lockFactor } from './factor-queries.ts'
import { hashPassword, isOutdated, isPassword } from './hash-password.ts'
import { findCandidate, findCandidates, findEarlierSessions, lockPassword, renewHash, type Candidate } from './queries.ts'
import { LoginRequest, SignIn } from './schema.ts'
import { checkCode, useProof } from './second-factor.ts'
import { beginSession } from './sessions.ts'
import { presentSignIn } from './sign-in.ts'
import { deriveTokens } from './session-tokens.ts'

export const login = endpoint.anonymous({
  operationId: 'login',
  method: 'POST',
  path: '/auth/login',
  tag: 'auth',
  summary: 'Sign in',
  description:
    'Starts a session with an e-mail address and password. Use the access token like an API key for 15 minutes; `POST ' +
    '/auth/refresh` returns the next one. `tenant` can be omitted unless the password is valid in several tenants; then the error ' +
    'is `SVC-AUTH-TENANT_REQUIRED` with their slugs. A user with an authenticator also sends `code`; without it a correct ' +
    'password gives `SVC-AUTH-CODE_REQUIRED`. Refusals have the same text and take the same time whether or not the address exists.',
  body: LoginRequest,
  responds: { 200: item(SignIn, 'The new session') },
  errors: [invalidCredentials, tenantRequired, codeRequired, tenantSuspended],
  secret: true,
  fixedTimes: 'refusals',
  account: ({ email }) => email,
  isKnown: isKnownAddress,
  async findActor({ db, body, hostTenantId, config, ip, requestId, secrets }) {
    const candidates = await listCandidates(db, body, hostTenantId)
    const matching = await filterByPassword(candidates, body.password, config.passwords)
    const active = matching.filter(({ suspended }) => !suspended)
    const [candidate, ...others] = active
    if (!candidate) {
      if (matching.length > 0) throw new ApiError(tenantSuspended)
      for (const { tenantId, userId } of candidates) await auditRefusal(db, { tenantId, userId }, ip, requestId)
      throw signInError()
    }
    if (others.length > 0) {
      const details = active.map(({ slug }) => ({ field: 'tenant', code: 'REQUIRED', message: slug }))
      throw new ApiError(tenantRequired, { details })
    }
    const { tenantId, userId, hash } = candidate
    const factor = await db.first(findFactor, { tenantId, userId })
    if (factor?.sealed) {
      if (body.code === undefined) throw new ApiError(codeRequired)
      if (!checkCode(secrets, candidate, factor, body.code)) {
        await auditRefusal(db, candidate, ip, requestId)
        throw signInError()
      }
    }
    const renewed = isOutdated(hash, config.passwords) ? await hashPassword(body.password, config.passwords) : null
    return { tenantId, userId, hash, renewed }
  },
  present: presentSignIn,
  async handle(context) {
    const { actor, tx, effects, ip, userAgent, secrets } = context
    if (!actor) throw signInError()
    const { tenantId, userId, hash, renewed } = actor
    // Since the check, the password may have changed, or the user may have been deleted.
    if ((await tx.first(lockPassword, { tenantId, userId }))?.hash !== hash) throw signInError()
    await useCode(context, { tenantId, userId }, context.body.code)
    if (renewed !== null) await tx.rows(renewHash, { tenantId, userId, hash: renewed })
    const userRecord = await fetchOne(tx, user.statements.find, { tenantId, id: userId })
    const earlier = await fetchOne(tx, findEarlierSessions, { tenantId, userId, ip })
    const session = await beginSession(context, { tenantId, userId }, { ip, userAgent })
    if (earlier.any && !earlier.fromHere) {
      const { name, email: to } = userRecord
      sendMail(context, { to, template: 'sign-in-notice', values: { name, at: databaseNowIso(), ip, userAgent } })
    }
    const audited = effects.audit({
      action: 'user.signed_in',
      target: { type: 'user', id: userId },
      after: { sessionId: session.id, userAgent },
    })
    const { lacksSecondFactor } = await fetchOne(tx, findLacksFactor, { tenantId, userId })
    return toOutcome({ ...deriveTokens(secrets, tenantId, session), user: userRecord, lacksSecondFactor }, audited)
  },
})

/** Marks the code as used if the user has a second factor. Throws 401 if another request used the code first. */
async function useCode(
  { tx, secrets }: { tx: Queryable; secrets: Secrets },
  userRecord: { tenantId: Uuid; userId: Uuid },
  code: string | undefined,
): Promise<void> {
  const factor = await tx.first(lockFactor, userRecord)
  if (!factor?.sealed) return
  const proof = code === undefined ? null : checkCode(secrets, userRecord, factor, code)
  if (!proof) throw signInError()
  await useProof(tx, userRecord, proof)
}

/** Returns the users with the address. If the request or the host names a tenant, only that tenant's. */
async function listCandidates(
  db: Database,
  { tenant, email }: Static<typeof LoginRequest>,
  hostTenantId: Uuid | null,
): Promise<Candidate[]> {
  const named = tenant === undefined ? null : await findTenantId(db, tenant)
  const found = async (): Promise<Candidate[]> => {
    if (tenant === undefined && hostTenantId === null) return db.rows(findCandidates, { email })
    const tenantId = tenant === undefined ? hostTenantId : named
    return tenantId === null ? [] : db.rows(findCandidate, { tenantId, email })
  }
  return (await found()).filter(({ allowedDomains }) => isDomainAllowed(allowedDomains, email))
}

/** Returns the candidates whose password matches. Without candidates, a dummy check takes the same time. */
async function filterByPassword(
  candidates: readonly Candidate[],
  password: string,
  cost: Parameters<typeof isPassword>[2],
): Promise<Candidate[]> {
  if (candidates.length === 0) await isPassword(password, null, cost)
  const matches = await Promise.all(candidates.map(({ hash }) => isPassword(password, hash, cost)))
  return candidates.filter((_, i) => matches[i])
}

/** Writes the audit row of a failed attempt. It has no actor, because the caller is unknown. */
async function auditRefusal(db: Database, { tenantId, userId }: { tenantId: Uuid; userId: Uuid }, ip: string, requestId: string) {
  await writeEffects(db, actorIdentity({ tenantId, userId: null }, ip, requestId, null), (effects) => {
    effects.audit({ action: 'user.sign_in_refused', target: { type: 'user', id: userId } })
  })
}
