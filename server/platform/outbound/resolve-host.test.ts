import { createSocket, type Socket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createResolveHost } from './resolve-host.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

const typeA = 1
const typeAAAA = 28
/** A name server's response to a query: addresses as bytes, "no such name", or no response at all. */
type NameServerResponse = number[][] | 'absent' | 'silence'

/** A minimal name server on this machine (RFC 1035, section 4). */
async function openNameServer(
  respond: (name: string, type: number) => NameServerResponse,
): Promise<{ servers: string[]; asked: string[] }> {
  const asked: string[] = []
  const socket: Socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const labels: string[] = []
    let offset = 12
    for (let length = message[offset] ?? 0; length > 0; length = message[offset] ?? 0) {
      labels.push(message.toString('latin1', offset + 1, offset + 1 + length))
      offset += 1 + length
    }
    const type = message.readUInt16BE(offset + 1)
    const name = labels.join('.').toLowerCase()
    asked.push(`${name} ${type}`)
    const addresses = respond(name, type)
    if (addresses === 'silence') return
    const records =
      addresses === 'absent' ? [] : addresses.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]))
    const header = Buffer.from([
      message[0] ?? 0,
      message[1] ?? 0,
      0x81,
      addresses === 'absent' ? 0x83 : 0x80,
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
    ])
    socket.send(Buffer.concat([header, message.subarray(12, offset + 5), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

const both = (_: string, type: number): NameServerResponse =>
  type === typeA
    ? [
        [203, 0, 113, 7],
        [10, 0, 0, 1],
      ]
    : [[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]

test('all addresses of a name are returned, of both families', async () => {
  const { servers } = await openNameServer(both)
  expect(await createResolveHost({ servers })('hooks.example.com')).toEqual(['203.0.113.7', '10.0.0.1', '2001:db8::1'])
})

test('a name that does not exist or has no addresses gives none', async () => {
  const { servers } = await openNameServer((name) => (name.startsWith('empty') ? [] : 'absent'))
  const resolveHost = createResolveHost({ servers })
  expect(await resolveHost('empty.example.com')).toEqual([])
  expect(await resolveHost('absent.example.com')).toEqual([])
  expect(await resolveHost(`${'x'.repeat(64)}.example.com`)).toEqual([])
})

test('a DNS server that responds for one family only is enough', async () => {
  const { servers } = await openNameServer((_, type) => (type === typeAAAA ? 'absent' : [[203, 0, 113, 7]]))
  expect(await createResolveHost({ servers })('v4.example.com')).toEqual(['203.0.113.7'])
})

test('a result is cached for its time, so many deliveries need one lookup', async () => {
  const { servers, asked } = await openNameServer(both)
  // Long enough that even a busy machine does not repeat a query.
  const resolveHost = createResolveHost({ servers, firstTryMs: 60_000 })
  await Promise.all(Array.from({ length: 50 }, () => resolveHost('hooks.example.com')))
  await resolveHost('HOOKS.example.com')
  expect(asked.toSorted()).toEqual(['hooks.example.com 1', 'hooks.example.com 28'])
})

test('names whose DNS server never responds do not delay others', async () => {
  const { servers } = await openNameServer((name, type) => (name.startsWith('stuck') ? 'silence' : both(name, type)))
  const resolveHost = createResolveHost({ servers, firstTryMs: 1_500 })
  const stuck = Array.from({ length: 40 }, (_, i) =>
    resolveHost(`stuck${i}.example.com`).then(
      () => 'resolved',
      (error: { code?: string }) => error.code,
    ),
  )
  expect(await takesAtMost(1_400, () => resolveHost('hooks.example.com'))).toHaveLength(3)
  expect(new Set(await Promise.all(stuck))).toEqual(new Set(['ETIMEOUT']))
})

test('localhost and all names below it are this machine, without a lookup', async () => {
  const { servers, asked } = await openNameServer(() => [[203, 0, 113, 7]])
  const resolveHost = createResolveHost({ servers })
  for (const host of ['localhost', 'app.localhost', 'LOCALHOST', 'localhost.'])
    expect(await resolveHost(host), host).toEqual(['127.0.0.1', '::1'])
  expect(asked).toEqual([])
})

test('a name in the hosts file is not looked up by DNS', async () => {
  const { servers, asked } = await openNameServer(() => [[203, 0, 113, 7]])
  const folder = await mkdtemp(join(tmpdir(), 'skein-hosts-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, '127.0.0.1 localhost # receiver.example\n10.0.0.5\tother.example  Receiver.Internal.Example\n')
  const resolveHost = createResolveHost({ servers, hostsFile })
  // The system lookup reads its own hosts file and does not know this name; the test checks which resolver was used.
  await resolveHost('receiver.internal.example').catch(() => [])
  expect(asked).toEqual([])
  expect(await resolveHost('receiver.example')).toEqual(['203.0.113.7'])
})
