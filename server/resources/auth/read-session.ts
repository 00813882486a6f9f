import { type CredentialReader, type Database, scopesOfRole, type Secrets } from '../../kit/index.ts'
import { callerOf } from '../users/index.ts'
import { findLiveSession } from './queries.ts'
import { accessTokens } from './session-tokens.ts'

/** Finds the callers of access tokens: people who have signed in, with all that their role allows. */
export function readSessions(db: Database, secrets: Secrets): CredentialReader {
  const tokens = accessTokens(secrets)
  return {
    recognises: tokens.recognises,
    async find(token) {
      const content = tokens.read(token)
      if (!content || !tokens.proves(token, content)) return null
      const { tenantId, id, number } = content
      const expiresAt = new Date(number).toISOString()
      // Expiry is checked by the database's clock: those of nodes may differ.
      const row = await db.first(findLiveSession, { tenantId, id, until: expiresAt })
      if (!row) return null
      const { lacksFactor } = row
      const scopes = lacksFactor ? [] : scopesOfRole(row.userRole)
      return callerOf(db, tenantId, row, { scopes, credential: { type: 'SESSION', id, expiresAt, lacksFactor } })
    },
  }
}
