import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../kit/db.ts'
import { openDatabase } from '../kit/postgres/database.ts'
import { createSecrets } from '../kit/secrets.ts'
import { cloneDatabase, type TestDatabase } from '../kit/testing/test-database.ts'
import { readKeys } from '../resources/api-keys/index.ts'
import { isFirstStart } from '../resources/tenants/index.ts'
import { ensureFirstTenant } from './first-tenant.ts'

let clone: TestDatabase
let db: Database
const dir = mkdtempSync(join(tmpdir(), 'skein-first-'))
beforeAll(async () => {
  clone = await cloneDatabase()
  db = openDatabase({ connection: clone.connection, max: 4 })
})
afterAll(async () => {
  await db.close()
  await clone.drop()
  rmSync(dir, { recursive: true })
})

const secretKey = 'a key that is known to everybody, for tests'

it('a first start whose key file cannot be written leaves no tenant, so that the next start tries again', async () => {
  writeFileSync(join(dir, 'file'), '')
  await expect(ensureFirstTenant(db, { secretKey, dataDir: join(dir, 'file') })).rejects.toThrow()
  expect(await isFirstStart(db)).toBe(true)
})

it('when several processes start together, one creates the tenant and the file contains its key', async () => {
  const files = await Promise.all(Array.from({ length: 4 }, () => ensureFirstTenant(db, { secretKey, dataDir: join(dir, 'data') })))
  expect(files.filter((file) => file !== null)).toEqual([join(dir, 'data', 'first-key')])
  const held = readFileSync(join(dir, 'data', 'first-key'), 'utf8').trim()
  expect(await readKeys(db, createSecrets(secretKey)).find(held)).toMatchObject({ tenant: { slug: 'acme' }, scopes: ['admin'] })
})
