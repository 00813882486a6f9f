import type { CredentialReader } from '#kit/credentials.ts'
import type { Database } from '#platform/db.ts'
import { scopesOfRole } from '#platform/principal.ts'
import type { Secrets } from '#platform/secrets.ts'
import { getCaller } from '../users/index.ts'
import { findLiveSession } from './queries.ts'
import { accessTokens } from './session-tokens.ts'

/** Authenticates access tokens: a signed-in user, with all scopes of the user's role. */
export function readSessions(db: Database, secrets: Secrets): CredentialReader {
  const tokens = accessTokens(secrets)
  return {
    recognises: tokens.recognises,
    async find(token) {
      const content = tokens.read(token)
      if (!content || !tokens.proves(token, content)) return null
      const { tenantId, id, number } = content
      const expiresAt = new Date(number).toISOString()
      // The query checks expiry by the database's clock, because machines' clocks may differ.
      const row = await db.first(findLiveSession, { tenantId, id, until: expiresAt })
      if (!row) return null
      const { lacksFactor } = row
      const scopes = lacksFactor ? [] : scopesOfRole(row.userRole)
      return getCaller(db, tenantId, row, { scopes, credential: { type: 'SESSION', id, expiresAt, lacksFactor } })
    },
  }
}
