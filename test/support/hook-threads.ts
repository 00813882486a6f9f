/** Threads of an inbox that the tenant's own program serves, for the tests of replies. */
import { afterAll, beforeEach } from 'vitest'
import type { Message, ReplyCreate } from '../../client/index.ts'
import { openHookInbox, startConversation } from './hook-inbox.ts'
import { until } from './job-fixture.ts'
import { openReceiver, type Received, type Receiver } from './receiver.ts'
import { setUpService, type TestService, type TestTenant } from './service.ts'

/** Fields of `data` in what the program gets. */
export type Sent = {
  deliveryId: string
  body: string
  bodyFormat: string
  bodyText: string
  parts: string[]
  attachments: { url: string; filename: string; contentType: string; size: number }[]
  [name: string]: unknown
}

type Refusal = { status: number; code: string; details: string[] }

export type HookThreads = {
  readonly service: TestService
  readonly receiver: Receiver
  /** The test's tenant. */
  readonly tenant: TestTenant
  /** Address of the test's program, so that repeats of other tests' replies do not count. */
  readonly url: string
  /** Creates an inbox and a thread that takes place at the program. */
  openThread(options?: Partial<Parameters<typeof openHookInbox>[1]>): Promise<{ inboxId: string; threadId: string }>
  reply(threadId: string, more?: Partial<ReplyCreate>): Promise<Message>
  /** Sends a reply that is refused. */
  refusal(threadId: string, more?: Partial<ReplyCreate>): Promise<Refusal>
  readMessage(message: Pick<Message, 'id'>): Promise<Message>
  waitFor(message: Pick<Message, 'id'>, isSo: (message: Message) => boolean): Promise<Message>
  waitForState(message: Pick<Message, 'id'>, state: Message['delivery']['state']): Promise<Message>
  /** What the test's program has got. */
  listReceived(): Received[]
  /** Returns the fields of request number `n`, counted from 0. */
  getSent(n: number): Sent
}

/** Starts a service with a worker and a program for all tests of a file. Each test has its own tenant. */
export async function setUpHookThreads(): Promise<HookThreads> {
  const receiver = await openReceiver()
  afterAll(() => receiver.close())
  const service = await setUpService({ worker: true })
  let tenant: TestTenant
  let tests = 0
  beforeEach(async () => {
    tests++
    receiver.respond = () => ({ status: 200, body: '{"externalId":"their-1"}' })
    tenant = await service.createTenant()
  })
  const readMessage: HookThreads['readMessage'] = async ({ id }) => (await tenant.skein.getMessage({ path: { id } })).data
  const waitFor: HookThreads['waitFor'] = async (message, isSo) => {
    let found = await readMessage(message)
    await until(async () => isSo((found = await readMessage(message))))
    return found
  }
  const hook: HookThreads = {
    service,
    receiver,
    get tenant() {
      return tenant
    },
    get url() {
      return `${receiver.url}/${tests}`
    },
    async openThread(options = {}) {
      const inbox = await openHookInbox(tenant, { outboundUrl: hook.url, ...options })
      receiver.trust(hook.url, inbox.secret)
      return { inboxId: inbox.id, threadId: await startConversation(service, tenant, inbox.id) }
    },
    reply: async (threadId, more = {}) =>
      (await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.', ...more } })).data,
    async refusal(threadId, more = {}) {
      const { status, body } = await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'Hello', ...more } })
      const { code = '', details = [] } = body.error ?? {}
      return { status, code, details: details.map((each) => `${each.field} ${each.code}`) }
    },
    readMessage,
    waitFor,
    waitForState: (message, state) => waitFor(message, ({ delivery }) => delivery.state === state),
    listReceived: () => receiver.received.filter(({ path }) => hook.url.endsWith(path)),
    getSent(n) {
      const received = hook.listReceived()[n]
      if (!received) throw new Error(`The program has got no request ${n}`)
      // Safe because the tests compare the fields.
      return received.event.data as unknown as Sent
    },
  }
  return hook
}
