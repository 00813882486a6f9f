/** The client against the real service: every operation, lost responses, and the stream across restarts. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestNode, type TestService, type TestTenant } from '../test/support/service.ts'
import { createSkeinClient, type SkeinEvent } from './index.ts'

type Described = { paths: Record<string, Record<string, { operationId: string }>> }
// Safe because `npm run generate` writes the file, and other tests check its format.
const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Described
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId }]) => ({ operationId, call: `${method.toUpperCase()} ${path}` })),
)

describe('every operation of the document', () => {
  it('has a method that calls it, and no other methods exist', async () => {
    const called: string[] = []
    const skein = createSkeinClient({
      baseUrl: 'http://localhost',
      apiKey: null,
      async fetch(url, { method = 'GET' }) {
        called.push(`${method} ${decodeURIComponent(new URL(url).pathname)}`)
        throw new TypeError('enough')
      },
      attemptsMax: 1,
    })
    // Each parameter is its own name in braces, which then appears in the path.
    const path = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
    for (const [name, method] of Object.entries(skein)) {
      if (name === 'request' || typeof method !== 'function') continue
      // Safe because every method takes such a request at run time.
      const response = (method as (request: object) => PromiseLike<unknown> | AsyncGenerator)({ path })
      await ('next' in response ? response.next() : Promise.resolve(response)).catch(() => undefined)
    }
    expect(called.toSorted()).toEqual(operations.map(({ call }) => call).toSorted())
    const flat = Object.entries(skein).filter(([, member]) => typeof member === 'function')
    expect(flat.map(([name]) => name).toSorted()).toEqual(['request', ...operations.map(({ operationId }) => operationId)].toSorted())
  })
})

describe('with the service', () => {
  let service: TestService
  let tenant: TestTenant
  beforeAll(async () => {
    service = await startTestService()
    tenant = await service.createTenant()
  })
  afterAll(() => service.stop())
  const body = (title: string) => ({ title, body: 'It does not work.', requester: { email: 'ada@example.com' } })

  it('a request that is retried because its response was lost is executed once', async () => {
    const lost = { requests: 2 }
    const proxy = await startLossyProxy(service.port, lost)
    // Safe because the proxy listens on a port.
    const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const skein = createSkeinClient({ baseUrl, apiKey: tenant.key })
    const created = await skein.createThread({ body: body('Only once') })
    lost.requests = 1
    const replied = await skein.replyToThread({ path: { id: created.data.threadId }, body: { body: 'We are looking into it.' } })
    expect([created.replayed, replied.replayed]).toEqual([true, true])
    const threads = await skein.listThreads().toArray()
    expect(threads.map(({ subject, messageCount }) => [subject, messageCount])).toEqual([['Only once', 2]])
    proxy.close()
  })

  it('concurrent changes with ifMatch do not overwrite each other', async () => {
    const { skein } = tenant
    const { data } = await skein.createLabel({ body: { name: 'Contested' } })
    const { etag } = await skein.getLabel({ path: { id: data.id } })
    const change = (name: string) => skein.updateLabel({ path: { id: data.id }, body: { name }, ifMatch: etag ?? '' })
    await change('First')
    await expect(change('Second')).rejects.toMatchObject({ status: 412, code: 'SVC-REQUEST-PRECONDITION_FAILED' })
  })

  it('with ifChanged, a list and messages come only after a change', async () => {
    const { skein } = await service.createTenant()
    const { data: thread } = await skein.createThread({ body: body('Polled') })
    const polls = [
      (etag: string | null) => skein.listThreads({ query: { status: 'open' } }).ifChanged(etag),
      (etag: string | null) => skein.listMessages({ path: { id: thread.threadId } }).ifChanged(etag),
    ]
    for (const poll of polls) {
      const first = await poll(null)
      expect(first.data?.length).toBeGreaterThan(0)
      expect(await poll(first.etag)).toMatchObject({ status: 304, data: null, etag: first.etag })
      await skein.replyToThread({ path: { id: thread.threadId }, body: { body: 'More.' } })
      expect(await poll(first.etag)).toMatchObject({ status: 200, meta: { hasMore: false } })
    }
    const labels = await skein.listLabels().ifChanged('"any"')
    expect(labels).toMatchObject({ status: 200, etag: null })
  })

  it('the stream yields each event once and in order across restarts and disconnects', async () => {
    const own = await service.createTenant()
    const writer = own.skein
    let node: TestNode = await service.startNode()
    const reader = createSkeinClient({
      baseUrl: 'http://service',
      apiKey: own.key,
      // A restarted node has another port here.
      fetch: (url, init) => fetch(url.replace('http://service', node.baseUrl), init),
    })
    const seen: SkeinEvent[] = []
    const opened = Promise.withResolvers<void>()
    const stop = new AbortController()
    const reading = (async () => {
      for await (const event of reader.streamEvents({ signal: stop.signal, onOpen: () => opened.resolve() })) seen.push(event)
    })()
    await opened.promise
    for (let round = 0; round < 3; round++) {
      const writing = Promise.all(Array.from({ length: 10 }, (_, i) => writer.createThread({ body: body(`${round}.${i}`) })))
      await expect.poll(() => seen.length).toBeGreaterThan(round * 20)
      await node.stop()
      await writing
      node = await service.startNode()
    }
    const written = await writer.listEvents().toArray()
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(written.length)
    stop.abort()
    await reading
    expect(seen).toEqual(written)
    expect(written.length).toBeGreaterThanOrEqual(60)
  })
})

/** Starts a proxy to the service that drops the responses to the first requests. */
async function startLossyProxy(port: number, lost: { requests: number }): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    upstream.on('data', (bytes) => {
      if (lost.requests-- > 0) client.destroy()
      else client.write(bytes)
    })
    client.on('data', (bytes) => upstream.write(bytes))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
