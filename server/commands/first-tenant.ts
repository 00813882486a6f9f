/** The first start: a service without any tenant makes one, so that the first call works at once. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstKeyName, type Config } from '../config.ts'
import type { Database } from '../kit/db.ts'
import { createSecrets } from '../kit/secrets.ts'
import { readKeys } from '../resources/api-keys/index.ts'
import { isFirstStart, TenantRefused } from '../resources/tenants/index.ts'
import { addTenantWithKey } from './add-tenant.ts'

export const firstTenant = { slug: 'acme', name: 'Acme', ownerEmail: 'owner@acme.test' }

/**
 * Makes the tenant `acme` when there is no tenant at all. Returns the file that holds its key, null when there was nothing to do.
 *
 * The file is written within the transaction, after the slug is claimed: a crash before the commit leaves no tenant, so the
 * next start does it all again; after the commit the file is there. Of several processes that start together only
 * the one that holds the slug writes it.
 */
export async function ensureFirstTenant(
  db: Database,
  { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>,
): Promise<string | null> {
  if (!(await isFirstStart(db))) return null
  const file = join(dataDir, firstKeyName)
  try {
    await db.transaction(async (tx) => {
      const { key } = await addTenantWithKey(tx, createSecrets(secretKey), firstTenant)
      writeKeyFile(file, key)
    })
    return file
  } catch (error) {
    // Another process has created it.
    if (error instanceof TenantRefused) return null
    throw error
  }
}

export type FirstKey = {
  file: string
  /** What its key is good for; null when there is no such file, or its key has been revoked or is over. */
  works: { tenant: string; expiresAt: string } | null
}

/** The key that the first start wrote, as it is now. */
export async function readFirstKey(db: Database, { dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>): Promise<FirstKey> {
  const file = join(dataDir, firstKeyName)
  const key = await readFile(file, 'utf8').catch(() => '')
  const principal = await readKeys(db, createSecrets(secretKey)).find(key.trim())
  return { file, works: principal && { tenant: principal.tenant.slug, expiresAt: principal.credential.expiresAt } }
}

/** Whole or not at all, on the disk before it is announced, readable by its owner only. */
function writeKeyFile(file: string, key: string): void {
  const unfinished = `${file}.${process.pid}`
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
}
