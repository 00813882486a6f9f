/** Visitors and agents write to each other while the service is killed: each message once, in order, and to nobody else. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSkeinClient, type WidgetMessage, type WidgetSession, type WidgetThread } from '../client/index.ts'
import { extent, testSeed } from './extent.ts'
import { until } from './support/job-fixture.ts'
import { seededRandom } from './torture/random.ts'
import { Service } from './torture/service.ts'

const [visitorCount, agentCount, messagesPerVisitor] = [20, 3, 15]

type Visitor = { name: string; token: string; threadId: string; sent: string[]; replies: string[] }

test('kills lose and double no message of a chat, and show nobody another’s', async () => {
  const rounds = extent({ short: 3, all: 10 })
  const random = seededRandom(testSeed())
  const service = await Service.prepare({ command: 'start' })
  let failed = true
  let repeated = 0
  let isOver = false
  const isRunning = (): boolean => !isOver
  const base = `http://127.0.0.1:${service.port}/api/v1`

  /** Sends a request until it is answered for good. */
  async function send<Data>(
    method: string,
    path: string,
    token: string | null,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Data> {
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(base + path, {
          method,
          headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(20_000),
        })
        if (response.status < 300) {
          if (attempt > 0) repeated++
          // Safe because the operation returns this.
          return ((await response.json()) as { data: Data }).data
        }
        if (response.status < 500 && response.status !== 429)
          throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      } catch (error) {
        if (error instanceof Error && /: 4\d\d /.test(error.message)) throw error
      }
      await sleep(50)
    }
  }

  try {
    await service.start()
    const tenant = await service.createTenant('chat')
    const skein = createSkeinClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: tenant.key })
    const { data: inbox } = await skein.createInbox({ body: { name: 'Chat', type: 'WIDGET' } })
    const visitors: Visitor[] = []
    for (let n = 0; n < visitorCount; n++) {
      const { token } = await send<WidgetSession>('POST', '/widget/sessions', null, { key: inbox.widget?.key })
      visitors.push({ name: `v${n}`, token, threadId: '', sent: [], replies: [] })
    }
    const write = async (visitor: Visitor): Promise<void> => {
      for (let n = 0; n < messagesPerVisitor; n++) {
        const body = { body: `${visitor.name} says ${n}.`, clientId: randomUUID() }
        if (n === 0) visitor.threadId = (await send<WidgetThread>('POST', '/widget/threads', visitor.token, body)).id
        else await send('POST', `/widget/threads/${visitor.threadId}/messages`, visitor.token, body)
        visitor.sent.push(body.body)
        await sleep(random.between(0, 120))
      }
    }
    const answer = async (agent: number): Promise<void> => {
      for (let n = 0; isRunning(); n++) {
        const visitor = visitors[random.between(0, visitorCount - 1)]
        if (visitor && visitor.threadId !== '') {
          const body = { body: `Agent ${agent} answers ${visitor.name} with ${n}.` }
          await send('POST', `/threads/${visitor.threadId}/reply`, tenant.key, body, { 'idempotency-key': randomUUID() })
          visitor.replies.push(body.body)
        }
        await sleep(random.between(20, 200))
      }
    }
    const writing = visitors.map(write)
    const answering = Array.from({ length: agentCount }, (_, n) => answer(n))
    await until(() => visitors.some(({ sent }) => sent.length > 0))
    for (let round = 1; round <= rounds; round++) {
      await sleep(random.between(100, 700))
      await service.kill()
      await service.start()
    }
    await Promise.all(writing)
    isOver = true
    await Promise.all(answering)
    expect(repeated, 'requests that were cut off').toBeGreaterThan(0)
    expect(visitors.flatMap(({ replies }) => replies).length).toBeGreaterThan(0)
    for (const { name, token, threadId, sent, replies } of visitors) {
      const messages = await send<WidgetMessage[]>('GET', `/widget/threads/${threadId}/messages?after=0&limit=100`, token)
      const from = (who: string) => messages.filter((message) => message.from === who).map(({ bodyText }) => bodyText)
      expect(from('VISITOR'), name).toEqual(sent)
      expect(from('TEAM').toSorted(), name).toEqual(replies.toSorted())
      expect(messages.length).toBe(sent.length + replies.length)
      const sequences = messages.map(({ sequence }) => sequence)
      expect(sequences.every((sequence, n) => n === 0 || sequence > (sequences[n - 1] ?? 0))).toBe(true)
      expect((await send<WidgetThread[]>('GET', '/widget/threads', token)).map(({ id }) => id)).toEqual([threadId])
    }
    failed = false
  } finally {
    isOver = true
    await service.remove({ keep: failed })
  }
})
