/** The two tokens of a session. Both are derived from the session's row and the secret key; neither is stored. */
import { tokenKind, type TokenKind } from '#kit/tokens.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
import type { SessionRow } from './queries.ts'

const minuteMs = 60_000
export const accessTokenMs = 15 * minuteMs
const sessionMs = 90 * 24 * 60 * minuteMs

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: string }

/** Declares access tokens, which contain their expiry in milliseconds since 1970. */
export function accessTokens(secrets: Secrets): TokenKind {
  return tokenKind(secrets, 'svat')
}

/** Declares refresh tokens, which contain the session's generation and also depend on the session's seed. */
export function refreshTokens(secrets: Secrets): TokenKind {
  return tokenKind(secrets, 'svrt')
}

/** Derives the current tokens of a session. They stay the same until the next refresh. */
export function deriveTokens(secrets: Secrets, tenantId: Uuid, session: SessionRow): Tokens {
  const { id, seed, generation } = session
  const expires = Math.min(toMs(session.rotatedAt) + accessTokenMs, toMs(session.createdAt) + sessionMs)
  return {
    accessToken: accessTokens(secrets).make({ tenantId, id, number: expires }),
    refreshToken: refreshTokens(secrets).make({ tenantId, id, number: generation }, seed),
    expiresAt: new Date(expires).toISOString(),
  }
}

/** Returns the milliseconds since 1970 of a timestamp in PostgreSQL's text format. */
function toMs(text: string): number {
  return Date.parse(isoTime(text))
}
