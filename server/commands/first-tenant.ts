/** Creates a tenant when the service has none, so that the first call works right after the first start. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstKeyName, type Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { createSecrets } from '#platform/secrets.ts'
import { readKeys } from '../resources/api-keys/index.ts'
import { isFirstStart, TenantRefused } from '../resources/tenants/index.ts'
import { linkSeconds, linkUrl, makeLink } from '../resources/users/index.ts'
import { addTenantWithKey } from './add-tenant.ts'

export const firstTenant = { slug: 'acme', name: 'Acme', ownerEmail: 'owner@acme.test' }

/**
 * Creates the tenant `acme` when there is no tenant. Returns the key file and how the owner signs in; null when a tenant exists. The files
 * are written inside the transaction, after the slug is claimed. After a crash before the commit there is no tenant, and the next start
 * repeats everything; after the commit the files exist. When several processes start together, only the one that claimed the slug writes
 * the files.
 */
export async function ensureFirstTenant(
  db: Database,
  { dataDir, secretKey, dashboardUrl }: Pick<Config, 'dataDir' | 'secretKey' | 'dashboardUrl'>,
  { isInteractive }: { isInteractive: boolean },
): Promise<FirstStart | null> {
  if (!(await isFirstStart(db))) return null
  const file = join(dataDir, firstKeyName)
  try {
    return await db.transaction(async (tx) => {
      const secrets = createSecrets(secretKey)
      const { tenantId, ownerId: userId, key } = await addTenantWithKey(tx, secrets, firstTenant)
      const owner = { tenantId, userId, email: firstTenant.ownerEmail }
      const { token } = await makeLink(tx, secrets, { ...owner, purpose: 'PASSWORD', lifeSeconds: linkSeconds.first })
      const link = linkUrl(dashboardUrl, 'PASSWORD', token, true)
      writeSecretFile(file, key)
      // The link is shown only on a terminal, because other output may be stored.
      if (!isInteractive) writeSecretFile(join(dataDir, firstSignInName), link)
      const { slug, ownerEmail } = firstTenant
      return { slug, ownerEmail, keyFile: file, signIn: isInteractive ? { link } : { file: join(dataDir, firstSignInName) } }
    })
  } catch (error) {
    // Another process has created the tenant.
    if (error instanceof TenantRefused) return null
    throw error
  }
}

/**
 * Result of the first start. `signIn` has the link with which the owner sets a password, or the file with the link if the output is no
 * terminal.
 */
export type FirstStart = { slug: string; ownerEmail: string; keyFile: string; signIn: { link: string } | { file: string } }

/** Name of the file in DATA_DIR with the link with which the first owner sets a password. */
export const firstSignInName = 'first-sign-in'

export type FirstKey = {
  file: string
  /** The tenant and the expiry of the key. Null when the file does not exist, or the key is revoked or expired. */
  works: { tenant: string; expiresAt: string } | null
}

/** Reads the key that the first start wrote. */
export async function readFirstKey(db: Database, { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>): Promise<FirstKey> {
  const file = join(dataDir, firstKeyName)
  const key = await readFile(file, 'utf8').catch(() => '')
  const principal = await readKeys(db, createSecrets(secretKey)).find(key.trim())
  return { file, works: principal && { tenant: principal.tenant.slug, expiresAt: principal.credential.expiresAt } }
}

/** Ensures that there is a tenant, and reads the key that the first start wrote. */
export async function prepareFirstTenant(
  db: Database,
  config: Config,
  { isInteractive = process.stdout.isTTY } = {},
): Promise<{ firstStart: FirstStart | null; firstKey: FirstKey }> {
  const firstStart = await ensureFirstTenant(db, config, { isInteractive })
  return { firstStart, firstKey: await readFirstKey(db, config) }
}

/** Writes a file that only its owner can read. It appears atomically, after its content is flushed to disk. */
function writeSecretFile(file: string, secret: string): void {
  const unfinished = `${file}.${process.pid}`
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}
