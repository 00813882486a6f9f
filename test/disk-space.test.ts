/** While the database's disk is nearly full, writes are refused and everything else works. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createApp } from '../server/app.ts'
import { createCheckDiskSpace } from '#platform/http/disk-space.ts'
import { createLog } from '#platform/log.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { setUpTenant } from './support/service.ts'
import { makeThread } from './support/threads.ts'

const { service, tenant } = await setUpTenant()
const db = openDatabase({ connection: service.connection, max: 2 })
/** A service that sees one byte too little free disk space. */
const full = createApp(service.config, db, createLog('silent').log, { readFreeBytes: async () => 67_108_863 })
await full.ready()
await once(full.server.listen(0, '127.0.0.1'), 'listening')
afterAll(async () => {
  full.server.close()
  full.server.closeAllConnections()
  await full.close()
  await db.close()
})

type Shown = { status: number; retryAfter: string | null; error: { code: string; message: string } | null }
async function callFull(method: string, path: string, body?: unknown, key: string | null = tenant.key): Promise<Shown> {
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = full.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Safe because every response of the API has this envelope.
  const { error } = (await response.json()) as Pick<Shown, 'error'>
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error }
}

it('a full disk refuses to store anything, before the body is read, with the cause', async () => {
  const threadId = await makeThread(tenant)
  const before = (await tenant.api('GET', '/threads')).body
  for (const [method, path, body] of [
    ['POST', '/threads', { title: 'x', body: 'y', requester: { email: 'a@example.com' } }],
    ['POST', `/threads/${threadId}/reply`, { body: 'x' }],
    ['PATCH', `/threads/${threadId}`, { priority: 'high' }],
    ['POST', '/labels', 'no object'],
  ] as const) {
    const { status, retryAfter, error } = await callFull(method, path, body)
    expect([status, retryAfter, error?.code, error?.message]).toEqual([
      503,
      '30',
      'SVC-SYSTEM-UNAVAILABLE',
      'The disk of the service is nearly full, so nothing new can be stored. Reading and deleting still work.',
    ])
  }
  expect((await tenant.api('GET', '/threads')).body).toEqual(before)
})

it('a full disk still allows reading, deleting and signing in', async () => {
  const label = (await tenant.skein.createLabel({ body: { name: 'Billing' } })).data
  expect((await callFull('GET', '/labels')).status).toBe(200)
  expect((await callFull('DELETE', `/labels/${label.id}`)).status).toBe(200)
  await tenant.setPassword(tenant.ownerId, 'correct horse battery staple')
  const body = { email: 'owner@example.com', password: 'correct horse battery staple', tenant: tenant.slug }
  const signedIn = await callFull('POST', '/auth/login', body, null)
  expect([signedIn.status, signedIn.error]).toEqual([200, null])
})

it('the free space is read once a second, and writes work again when there is space', async () => {
  let reads = 0
  let free = 67_108_864
  let time = 5_000
  const readFreeBytes = async (): Promise<number> => {
    reads++
    return free
  }
  const check = createCheckDiskSpace(readFreeBytes, () => time)
  const write = { method: 'POST', limit: null } as const
  await check(write)
  free = 0
  for (let i = 0; i < 10; i++) expect(check(write), 'no promise to wait for').toBe(null)
  expect(reads).toBe(1)
  time += 1_000
  await expect(check(write)).rejects.toMatchObject({ declaration: { status: 503 } })
  expect(() => check(write)).toThrow('nearly full')
  free = 67_108_864
  time += 1_000
  await check(write)
  expect(reads).toBe(3)
})
