/** Creates links that operators pass on themselves. Each link has an audit row, like every write. */
import type { Config } from '../config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Uuid } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
import { findTenantId } from '../resources/tenants/index.ts'
import { linkUrl, makeLink } from '../resources/users/index.ts'
import { UsageError } from './command.ts'

export type OperatorLink = { url: string; expiresAt: string }
type Person = { tenantId: Uuid; userId: Uuid; email: string; status: string }

/** Returns the id of a tenant. Throws UsageError when it does not exist. */
export async function getTenant(db: Database, slug: string): Promise<Uuid> {
  const tenantId = await findTenantId(db, slug)
  if (tenantId === null) throw new UsageError(`There is no tenant "${slug}". Create one with "tenant create".`)
  return tenantId
}

/** Creates a link with which a user sets a password. For a user who has not accepted the invitation yet, the link is the invitation. */
export async function makeOperatorLink(
  { tx, effects }: { tx: Queryable; effects: Effects },
  { secretKey, dashboardUrl }: Pick<Config, 'secretKey' | 'dashboardUrl'>,
  { tenantId, userId, email, status }: Person,
  lifeSeconds: number,
): Promise<OperatorLink> {
  const purpose = status === 'INVITED' ? 'INVITATION' : 'PASSWORD'
  const { token, expiresAt } = await makeLink(tx, createSecrets(secretKey), { tenantId, userId, email, purpose, lifeSeconds })
  effects.audit({ action: 'user.link_made', target: { type: 'user', id: userId } })
  return { url: linkUrl(dashboardUrl, purpose, token), expiresAt: isoTime(expiresAt) }
}
