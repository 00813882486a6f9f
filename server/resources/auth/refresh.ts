import {
  ApiError,
  type Database,
  endpoint,
  invalidCredentials,
  item,
  fetchOne,
  saved,
  type Secrets,
  tenantSuspended,
  type Uuid,
} from '../../kit/index.ts'
import { user } from '../users/index.ts'
import { refreshRefused } from './errors.ts'
import { findLacksFactor } from './factor-queries.ts'
import { findForRefresh, findTokens, lockForRefresh, rotateSession, type RefreshRow } from './queries.ts'
import { RefreshRequest, SignIn } from './schema.ts'
import { presentSignIn } from './sign-in.ts'
import { endStolen } from './stolen.ts'
import { refreshTokens, tokensOf } from './session-tokens.ts'

/** Seconds that the previous token is accepted: two tabs of a browser may use the same one at the same moment. */
const graceSeconds = 10

export const refresh = endpoint({
  operationId: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  tag: 'auth',
  scope: 'none',
  summary: 'Refresh a session',
  description:
    'Returns the next access token and the next refresh token. A refresh token can be used once; for ten seconds it returns the ' +
    'same next token again, for tabs that refresh at the same moment. Later it counts as stolen: the session ends, with an audit ' +
    'row, the event `session.ended` and a mail to the user. A session ends 14 days after its last refresh, and 90 days after signing in.',
  body: RefreshRequest,
  responds: { 200: item(SignIn, 'The session’s new tokens') },
  errors: [invalidCredentials, tenantSuspended],
  secret: true,
  writes: 'transaction',
  personal: true,
  account: ({ refreshToken }) => `session ${sessionPart(refreshToken)}`,
  attempts: 'refused',
  async findActor({ db, body: { refreshToken }, secrets }) {
    const read = await readToken(db, secrets, refreshToken)
    if (!read) throw refreshRefused()
    if (read.suspended) throw new ApiError(tenantSuspended)
    return read
  },
  // Not for a retry of a request that was answered: it gets the same tokens again, however late.
  async before({ db, secrets, actor, ip, userAgent, requestId }) {
    if (actor?.verdict === 'reused')
      await endStolen(db, secrets, actor, { ip, userAgent, requestId }, (row) => verdictOf(row, actor.generation))
    if (actor?.verdict !== 'next' && actor?.verdict !== 'again') throw refreshRefused()
  },
  present: presentSignIn,
  async handle({ actor, tx, secrets, ip, userAgent }) {
    if (!actor) throw refreshRefused()
    const { tenantId, userId, id, generation } = actor
    const row = await tx.first(lockForRefresh, { tenantId, id })
    const verdict = row ? verdictOf(row, generation) : 'over'
    if (verdict !== 'next' && verdict !== 'again') throw refreshRefused()
    const session =
      verdict === 'next'
        ? await fetchOne(tx, rotateSession, { tenantId, id, ip, userAgent })
        : await fetchOne(tx, findTokens, { tenantId, id })
    const person = await fetchOne(tx, user.statements.find, { tenantId, id: userId })
    const { lacksSecondFactor } = await fetchOne(tx, findLacksFactor, { tenantId, userId })
    return saved({ ...tokensOf(secrets, tenantId, session), user: person, lacksSecondFactor })
  },
})

export type Verdict = 'next' | 'again' | 'reused' | 'over'

/** Whether a token of the session is current, previous or reused. */
function verdictOf({ live, generation: current, sinceRotation }: RefreshRow, generation: number): Verdict {
  if (!live || generation > current) return 'over'
  if (generation === current) return 'next'
  return generation === current - 1 && sinceRotation <= graceSeconds ? 'again' : 'reused'
}

type Read = { tenantId: Uuid; userId: Uuid; id: Uuid; generation: number; verdict: Verdict; suspended: boolean }

/** Null if it is not a token of a session. */
async function readToken(db: Database, secrets: Secrets, token: string): Promise<Read | null> {
  const tokens = refreshTokens(secrets)
  const content = tokens.read(token)
  const row = content && (await db.first(findForRefresh, { tenantId: content.tenantId, id: content.id }))
  if (!row || !tokens.proves(token, content, row.seed)) return null
  const { tenantId, id, number: generation } = content
  return { tenantId, userId: row.userId, id, generation, verdict: verdictOf(row, generation), suspended: row.suspended }
}

/** The beginning of a token identifies its session; the attempts of a session are counted together. */
function sessionPart(token: string): string {
  return token.slice(0, 45)
}
