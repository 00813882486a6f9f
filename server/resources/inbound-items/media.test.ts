/** Files of messages, which the service fetches from the program's URLs. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Message } from '../../../client/index.ts'
import { composeMessage as compose, type HookInbox, openHookInbox } from '../../../test/support/hooks.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'

const listUploads = statement<{ tenantId: string }, { id: string }>('select id from uploads where tenant_id = :tenantId::uuid')

const answers: Record<string, RequestListener> = {
  '/invoice.pdf': (_, res) => res.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF-1.4 invoice'),
  '/note': (_, res) => res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end('A zeppelin is late.'),
  '/redirect': (_, res) => res.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/gone': (_, res) => res.writeHead(410).end(),
  '/large': (_, res) => {
    res.writeHead(200)
    const chunk = Buffer.alloc(1_048_576)
    const write = (): void => {
      while (!res.destroyed && res.write(chunk));
    }
    res.on('drain', write)
    write()
  },
  '/cut': (_, res) => {
    res.writeHead(200, { 'Content-Length': '1000' })
    res.write('half')
    setTimeout(() => res.destroy(), 50)
  },
}
const requests: string[] = []
const server = createServer((req, res) => {
  requests.push(req.url ?? '')
  answers[req.url ?? '']?.(req, res)
}).listen(0, '127.0.0.1')
await new Promise((done) => server.once('listening', done))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())

let tenant: TestTenant
let inbox: HookInbox
// The service may reach this machine, as webhooks of tests do.
const service = await setUpService({ worker: true })
beforeEach(async () => {
  requests.length = 0
  tenant = await service.createTenant()
  inbox = await openHookInbox(tenant, service.port)
})

const list = async (threadId: string | null): Promise<Message[]> =>
  (await tenant.skein.listMessages({ path: { id: threadId ?? '' }, query: { sort: 'createdAt' } })).data

async function deliver(urls: { url: string; filename?: string }[], body = 'See the file.') {
  const event = compose({ body, attachments: urls })
  return { ...(await inbox.deliver(event)), id: event.data.externalId }
}

it('are added to the message, found by a search, and named by an event', async () => {
  const { threadId, resultId } = await deliver([{ url: `${base}/invoice.pdf` }, { url: `${base}/note`, filename: '../zeppelin.txt' }], '')
  await until(async () => (await list(threadId))[0]?.attachments.length === 2)
  const [message] = await list(threadId)
  expect(message?.attachments.map(({ filename, contentType, size }) => [filename, contentType, size]).toSorted()).toEqual([
    ['invoice.pdf', 'application/pdf', 16],
    ['zeppelin.txt', 'text/plain', 19],
  ])
  const file = message?.attachments.find(({ filename }) => filename === 'zeppelin.txt')
  const { pathname, search } = new URL(file?.url ?? '')
  expect(await (await fetch(`http://127.0.0.1:${service.port}${pathname}${search}`)).text()).toBe('A zeppelin is late.')
  await until(async () => (await tenant.skein.listThreads({ query: { q: 'zeppelin' } })).data.length === 1)
  const { data } = await tenant.skein.listEvents({ query: { types: 'message.updated' } })
  expect(data.map(({ data: { object } }) => (object as Message).id)).toEqual([resultId, resultId])
})

it('go with a message that its customer deletes', async () => {
  const { threadId, id } = await deliver([{ url: `${base}/note` }])
  await until(async () => (await list(threadId))[0]?.attachments.length === 1)
  await inbox.deliver({ type: 'message.deleted', data: { externalId: id } })
  expect((await list(threadId))[0]).toMatchObject({ body: '', attachments: [] })
  expect(await service.db.rows(listUploads, { tenantId: tenant.tenantId })).toEqual([])
})

it.each([
  ['at a private address', 'http://10.0.0.1/x.png', 'not public'],
  // PostgreSQL stores no NUL.
  ['with a strange name', 'http://10.0.0.1/x%00.png', 'The file “x.png” of a message'],
  ['that are too large', `${base}/large`, '25 MiB'],
])('%s are not fetched, and a note says so', async (_, url, reason) => {
  const { threadId } = await deliver([{ url }])
  await until(async () => (await list(threadId)).length === 2, 30_000)
  const [message, note] = await list(threadId)
  expect(message?.attachments).toEqual([])
  expect(note).toMatchObject({ authorType: 'SYSTEM', internal: true })
  expect(note?.body).toContain('could not be fetched')
  expect(note?.body).toContain(reason)
})

it('that redirect, are gone or are cut off are tried three times', { timeout: 120_000 }, async () => {
  const { threadId } = await deliver(['/redirect', '/gone', '/cut'].map((path) => ({ url: base + path })))
  const hurry = `update jobs set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'fetch-media' and leased_until is null and state = 'WAITING';
    update job_queues set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'fetch-media'`
  await until(async () => {
    await service.db.script(hurry)
    return (await list(threadId)).length === 4
  }, 100_000)
  const notes = (await list(threadId)).slice(1).map(({ body }) => body)
  expect(notes.filter((text) => text.includes('status 302'))).toHaveLength(1)
  expect(notes.filter((text) => text.includes('status 410'))).toHaveLength(1)
  for (const path of ['/redirect', '/gone', '/cut']) expect(requests.filter((url) => url === path).length, path).toBe(3)
})
