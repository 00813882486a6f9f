/** The two tokens of a session. Both follow from its row and the secret key; neither is stored. */
import { isoTime, type Secrets, tokenKind, type TokenKind, type Uuid } from '../../kit/index.ts'
import type { SessionRow } from './queries.ts'

const minuteMs = 60_000
export const accessTokenMs = 15 * minuteMs
const sessionMs = 90 * 24 * 60 * minuteMs

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: string }

/** Contains when it expires, in milliseconds since 1970, so that it can be checked without a query. */
export function accessTokens(secrets: Secrets): TokenKind {
  return tokenKind(secrets, 'svat')
}

/** Contains the generation of the session; also derived from the session's seed. */
export function refreshTokens(secrets: Secrets): TokenKind {
  return tokenKind(secrets, 'svrt')
}

/** The current tokens of a session: the same until it is refreshed. */
export function tokensOf(secrets: Secrets, tenantId: Uuid, session: SessionRow): Tokens {
  const { id, seed, generation } = session
  const expires = Math.min(timeOf(session.rotatedAt) + accessTokenMs, timeOf(session.createdAt) + sessionMs)
  return {
    accessToken: accessTokens(secrets).make({ tenantId, id, number: expires }),
    refreshToken: refreshTokens(secrets).make({ tenantId, id, number: generation }, seed),
    expiresAt: new Date(expires).toISOString(),
  }
}

/** Of a time as the database writes it. */
function timeOf(text: string): number {
  return Date.parse(isoTime(text))
}
