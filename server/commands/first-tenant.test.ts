import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSecrets } from '#platform/secrets.ts'
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { readKeys } from '../resources/api-keys/index.ts'
import { isFirstStart } from '../resources/tenants/index.ts'
import { findLink } from '../resources/users/index.ts'
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
const config = { secretKey, dashboardUrl: new URL('http://app.localhost') }
const quiet = { isInteractive: false }

it('a first start that cannot write its key file leaves no tenant', async () => {
  writeFileSync(join(dir, 'file'), '')
  await expect(ensureFirstTenant(db, { ...config, dataDir: join(dir, 'file') }, quiet)).rejects.toThrow()
  expect(await isFirstStart(db)).toBe(true)
})

it('of several processes that start together, one creates the tenant and its key', async () => {
  const files = await Promise.all(Array.from({ length: 4 }, () => ensureFirstTenant(db, { ...config, dataDir: join(dir, 'data') }, quiet)))
  const signIn = join(dir, 'data', 'first-sign-in')
  expect(files.filter((file) => file !== null)).toEqual([
    { slug: 'acme', ownerEmail: 'owner@acme.test', keyFile: join(dir, 'data', 'first-key'), signIn: { file: signIn } },
  ])
  const link = new URL(readFileSync(signIn, 'utf8').trim())
  expect([link.origin, link.pathname]).toEqual(['http://app.localhost', '/reset-password'])
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? ''
  expect(await findLink(db, createSecrets(secretKey), token)).toMatchObject({ purpose: 'PASSWORD', good: true })
  expect((statSync(signIn).mode & 0o777).toString(8)).toBe('600')
  const held = readFileSync(join(dir, 'data', 'first-key'), 'utf8').trim()
  expect(await readKeys(db, createSecrets(secretKey)).find(held)).toMatchObject({ tenant: { slug: 'acme' }, scopes: ['admin'] })
})
