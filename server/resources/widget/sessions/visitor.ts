/** Authenticates visitors, and returns the visitor of a request. */
import type { CredentialReader } from '#kit/credentials.ts'
import type { Database } from '#platform/db.ts'
import type { Principal } from '#platform/principal.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findLiveSession } from './queries.ts'
import { createSessionTokens, type VisitorSession } from './session-token.ts'

/** Authenticates the tokens of visitors' sessions. */
export function readVisitors(db: Database, secrets: Secrets): CredentialReader {
  const tokens = createSessionTokens(secrets)
  return {
    recognises: tokens.recognises,
    async find(token): Promise<Principal | null> {
      const session = tokens.read(token)
      if (!session) return null
      const { tenantId, inboxId, visitorId, sessionId, expiresAt, identity, portal } = session
      const found = await db.first(findLiveSession, { tenantId, inboxId, sessionId, isIdentified: identity !== null, portal })
      if (!found) return null
      const { slug, tenantName, suspended } = found
      return {
        tenantId,
        tenant: { slug, name: tenantName, suspended, settings: {} },
        // Visitors are no users. Only the id means something here.
        user: { id: visitorId, name: '', email: '', role: 'VIEWER', kind: 'PERSON' },
        scopes: [],
        credential: { type: 'VISITOR', id: visitorId, inboxId, expiresAt: new Date(expiresAt * 1_000).toISOString(), session },
        ip: '',
      }
    },
  }
}

/** Returns the session of the visitor who makes the request. */
export function getVisitor({ credential }: Pick<Principal, 'credential'>): VisitorSession {
  if (credential.type !== 'VISITOR') throw new Error('The operation is not for visitors')
  // Safe because only `readVisitors` creates credentials of this type.
  return credential.session as VisitorSession
}
