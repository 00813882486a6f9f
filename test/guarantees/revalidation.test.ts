/** Conditional reads: a list's ETag is a hash of its body, so 304 means that the response would be identical. */
import { expect, it } from 'vitest'
import type { Message, Thread } from '../../client/index.ts'
import { modules } from '../../server/resources/index.ts'
import type { CallResponse } from '../support/caller.ts'
import { setUpTenant, type TestNode } from '../support/service.ts'

const { service, tenant } = await setUpTenant()
const node = await service.startNode()

async function get(path: string, ifNoneMatch?: string, api: TestNode['api'] = service.api): Promise<CallResponse<unknown>> {
  return api('GET', path, { key: tenant.key, ...(ifNoneMatch === undefined ? {} : { headers: { 'if-none-match': ifNoneMatch } }) })
}

async function createThread(): Promise<string> {
  const body = { title: 'Export', body: 'It is empty.', requester: { email: 'ada@example.com' } }
  return (await tenant.skein.createThread({ body })).data.threadId
}

it('two operations have a tag of their body', () => {
  const tagged = modules.flatMap(({ endpoints }) => endpoints).filter(({ etag }) => etag === 'body')
  expect(tagged.map(({ operationId }) => operationId).toSorted()).toEqual(['listMessages', 'listThreads'])
})

it('a caller who has the current list gets 304 without a body until it changes', async () => {
  const id = await createThread()
  for (const path of ['/threads?limit=2', `/threads/${id}/messages`]) {
    const { headers, status } = await get(path, '"other"')
    const tag = headers['etag'] ?? ''
    expect([status, headers['cache-control'], tag]).toEqual([200, 'private, no-cache', expect.stringMatching(/^"[\w-]{22}"$/)])
    for (const known of [tag, `W/"other", W/${tag}`]) {
      const same = await get(path, known)
      expect([same.status, same.text, same.headers['etag'], same.headers['content-length']]).toEqual([304, '', tag, undefined])
    }
    await tenant.skein.createMessage({ path: { id }, body: { body: 'More.' } })
    const other = await get(path, tag)
    expect(other.status).toBe(200)
    expect(other.headers['etag']).not.toBe(tag)
  }
})

it('a list stays current while other threads change, and on other nodes', async () => {
  const path = `/threads/${await createThread()}/messages`
  const { headers } = await get(path)
  await createThread()
  for (const { api } of [service, node]) expect((await get(path, headers['etag'], api)).status).toBe(304)
})

it('no caller reads less than it was told, with writers and readers on two nodes', async () => {
  const id = await createThread()
  const paths = [`/threads/${id}`, '/threads?sort=-updatedAt&limit=1', `/threads/${id}/messages?limit=1`] as const
  const nodes = [service.api, node.api]
  let written = 1
  const writing = new AbortController()
  const write = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      await nodes[i % 2]?.('POST', `/threads/${id}/messages`, { key: tenant.key, body: { body: `${i}`, internal: true } })
      written = i + 2
    }
    writing.abort()
  }
  const read = async (api: TestNode['api']): Promise<void> => {
    for (let i = 0; !writing.signal.aborted; i++) {
      const least = written
      const path = paths[i % 3] ?? ''
      const { body } = await api<Thread | (Thread & Message)[]>('GET', path, { key: tenant.key })
      const count = path.includes('messages') ? body.meta.total : [body.data].flat()[0]?.messageCount
      expect(count, path).toBeGreaterThanOrEqual(least)
    }
  }
  await Promise.all([write(), ...nodes.flatMap((api) => [read(api), read(api), read(api)])])
})
