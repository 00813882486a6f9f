import { fetchOne } from '#kit/write.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { actorIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sendMail } from '../mail/index.ts'
import { user } from '../users/index.ts'
import { lockForRefresh, type RefreshRow } from './queries.ts'
import { endSession } from './sessions.ts'

type Session = { tenantId: Uuid; userId: Uuid; id: Uuid }
type Client = { ip: string; userAgent: string | null; requestId: string }

/**
 * Ends a session whose refresh token was reused, so that both the owner and a thief must sign in again. Runs in a transaction of its own,
 * because the request's transaction is rolled back. Calls `getVerdict` again on the locked row, which another request may have changed.
 */
export async function endStolenSession(
  db: Database,
  secrets: Secrets,
  { tenantId, userId, id }: Session,
  { ip, userAgent, requestId }: Client,
  getVerdict: (row: RefreshRow) => string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.first(lockForRefresh, { tenantId, id })
    if (!row || getVerdict(row) !== 'reused') return
    const effects = new CollectedEffects()
    if (!(await endSession({ tx, effects }, { tenantId, id }, 'TOKEN_REUSED'))) return
    const { name, email: to } = await fetchOne(tx, user.statements.find, { tenantId, id: userId })
    sendMail({ effects, secrets }, { to, template: 'session-ended', values: { name, at: databaseNowIso(), ip, userAgent } })
    // The actor is null, because the caller may be the owner or the thief.
    await writeLedger(tx, actorIdentity({ tenantId, userId: null }, ip, requestId, null), effects, { status: 200, record: null })
  })
}
