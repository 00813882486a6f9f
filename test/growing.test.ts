/** The steps of the guide “Growing” (docs/guides/growing.md) that need no second machine, while a caller creates threads. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countThreads, createThreads } from './support/create-threads.ts'
import { createTestInstallation, type Ended, type TestInstallation } from './support/skein-process.ts'
import { emptyDatabase, type TestDatabase } from './support/test-database.ts'

const patienceMs = 200_000
const secretKey = { SECRET_KEY: 'a key that is known to everybody, for tests' }

let old: TestInstallation
let grown: TestInstallation
let database: TestDatabase
beforeAll(async () => {
  ;[old, grown, database] = await Promise.all([
    createTestInstallation({ bare: true }),
    createTestInstallation({ empty: true }),
    emptyDatabase(),
  ])
})
afterAll(async () => {
  await Promise.all([old.remove(), grown.remove()])
  await database.drop()
})

type Running = { url: string; stop(): Promise<Ended> }

async function start(installation: TestInstallation, command: 'start' | 'serve', env: Record<string, string>): Promise<Running> {
  const { url, signal, ended } = await installation.serve(env, [command])
  return { url, stop: () => (signal('SIGTERM'), ended) }
}

it('grows to several processes on its own PostgreSQL, and loses no thread', { timeout: patienceMs }, async () => {
  const single = await start(old, 'start', secretKey)
  const words = ['tenant', 'create', '--slug', 'beta', '--name', 'Beta', '--owner-email', 'owner@beta.example', '--json']
  // Safe because the command prints this shape.
  const { apiKey } = JSON.parse((await old.run(words, secretKey)).stdout) as { apiKey: string }
  const before = createThreads([single.url], apiKey, 'before')
  await expect.poll(() => before.created.size).toBeGreaterThan(3)
  await before.stop()

  // Step: a separate PostgreSQL. The service is stopped during the backup, so that the backup is complete.
  expect((await single.stop()).code).toBe(0)
  const file = join(old.dataDir, 'all.gz')
  expect((await old.run(['backup', '--to', file, '--without-secret-key'], secretKey)).code).toBe(0)
  const { host, port, user, password, database: name } = database.connection
  const own = { ...secretKey, DATABASE_URL: `postgres:///${name}`, PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password }
  expect(await grown.run(['restore', '--from', file], own)).toMatchObject({ code: 0 })
  const whole = await start(grown, 'start', own)
  expect(await countThreads(whole.url, apiKey)).toBe(before.created.size)

  // Step: several processes, while threads are created.
  const urls = [whole.url]
  const during = createThreads(urls, apiKey, 'during')
  const first = await start(grown, 'serve', own)
  urls.push(first.url)
  const second = await start(grown, 'serve', own)
  urls.push(second.url)
  const worker = grown.start(['work'], own)
  const reached = during.created.size
  await expect.poll(() => during.created.size).toBeGreaterThan(reached + 3)
  expect((await whole.stop()).code).toBe(0)
  const afterwards = during.created.size
  await expect.poll(() => during.created.size).toBeGreaterThan(afterwards + 3)

  // An upgrade replaces one process after the other.
  expect((await first.stop()).code).toBe(0)
  const replaced = await start(grown, 'serve', own)
  urls.push(replaced.url)
  expect((await second.stop()).code).toBe(0)
  const atLast = during.created.size
  await expect.poll(() => during.created.size).toBeGreaterThan(atLast + 3)
  await during.stop()

  expect(new Set(during.created.values()).size).toBe(during.created.size)
  expect(await countThreads(replaced.url, apiKey)).toBe(before.created.size + during.created.size)
  worker.child.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
  expect((await replaced.stop()).code).toBe(0)
})
