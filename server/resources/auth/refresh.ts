import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, invalidCredentials, tenantSuspended } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import { user } from '../users/index.ts'
import { refreshError } from './errors.ts'
import { findLacksFactor } from './factor-queries.ts'
import { findForRefresh, findTokens, lockForRefresh, rotateSession, type RefreshRow } from './queries.ts'
import { RefreshRequest, SignIn } from './schema.ts'
import { presentSignIn } from './sign-in.ts'
import { endStolenSession } from './stolen.ts'
import { refreshTokens, deriveTokens } from './session-tokens.ts'

/** Grace period in seconds for the previous token, because two browser tabs may refresh at the same time. */
const graceSeconds = 10

export const refresh = endpoint.anonymous({
  operationId: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  tag: 'auth',
  summary: 'Refresh a session',
  description:
    'Returns the next access token and the next refresh token. A refresh token can be used once; for ten seconds it returns the ' +
    'same next token again, for tabs that refresh at the same moment. Later it counts as stolen: the session ends, with an audit ' +
    'row, the event `session.ended` and a mail to the user. A session ends 14 days after its last refresh, and 90 days after signing in.',
  body: RefreshRequest,
  responds: { 200: item(SignIn, 'The session’s new tokens') },
  errors: [invalidCredentials, tenantSuspended],
  secret: true,
  personal: true,
  account: ({ refreshToken }) => `session ${getSessionPrefix(refreshToken)}`,
  rateLimit: 'refused',
  async findActor({ db, body: { refreshToken }, secrets }) {
    const read = await readToken(db, secrets, refreshToken)
    if (!read) throw refreshError()
    if (read.suspended) throw new ApiError(tenantSuspended)
    return read
  },
  // Skipped for a retry of an earlier request, which gets the stored response with the same tokens, however late.
  async before({ db, secrets, actor, ip, userAgent, requestId }) {
    if (actor?.verdict === 'reused')
      await endStolenSession(db, secrets, actor, { ip, userAgent, requestId }, (row) => getVerdict(row, actor.generation))
    if (actor?.verdict !== 'current' && actor?.verdict !== 'previous') throw refreshError()
  },
  present: presentSignIn,
  async handle({ actor, tx, secrets, ip, userAgent }) {
    if (!actor) throw refreshError()
    const { tenantId, userId, id, generation } = actor
    const row = await tx.first(lockForRefresh, { tenantId, id })
    const verdict = row ? getVerdict(row, generation) : 'invalid'
    if (verdict !== 'current' && verdict !== 'previous') throw refreshError()
    const session =
      verdict === 'current'
        ? await fetchOne(tx, rotateSession, { tenantId, id, ip, userAgent })
        : await fetchOne(tx, findTokens, { tenantId, id })
    const userRecord = await fetchOne(tx, user.statements.find, { tenantId, id: userId })
    const { lacksSecondFactor } = await fetchOne(tx, findLacksFactor, { tenantId, userId })
    return toSavedOutcome({ ...deriveTokens(secrets, tenantId, session), user: userRecord, lacksSecondFactor })
  },
})

export type Verdict = 'current' | 'previous' | 'reused' | 'invalid'

/**
 * Classifies a token by its generation: the session's current token, the previous one within the grace period, a reused one, or an invalid
 * one.
 */
function getVerdict({ live, generation: current, sinceRotation }: RefreshRow, generation: number): Verdict {
  if (!live || generation > current) return 'invalid'
  if (generation === current) return 'current'
  return generation === current - 1 && sinceRotation <= graceSeconds ? 'previous' : 'reused'
}

type RefreshActor = { tenantId: Uuid; userId: Uuid; id: Uuid; generation: number; verdict: Verdict; suspended: boolean }

/** Parses a refresh token and reads its session. Null if the token is forged. */
async function readToken(db: Database, secrets: Secrets, token: string): Promise<RefreshActor | null> {
  const tokens = refreshTokens(secrets)
  const content = tokens.read(token)
  const row = content && (await db.first(findForRefresh, { tenantId: content.tenantId, id: content.id }))
  if (!row || !tokens.proves(token, content, row.seed)) return null
  const { tenantId, id, number: generation } = content
  return { tenantId, userId: row.userId, id, generation, verdict: getVerdict(row, generation), suspended: row.suspended }
}

/** Returns the part of a token that identifies its session, so that all attempts on one session count together. */
function getSessionPrefix(token: string): string {
  return token.slice(0, 45)
}
