/** Website chats and their visitors, for tests. */
import { randomUUID } from 'node:crypto'
import type { Inbox, WidgetChannelInput, WidgetMessage, WidgetSession, WidgetThread } from '../../client/index.ts'
import type { CallResponse } from './caller.ts'
import type { TestNode, TestTenant } from './service.ts'
import { signIdentity } from './visitors.ts'

export type Chat = { readonly inboxId: string; readonly key: string }

/** Creates an inbox of a website chat. */
export async function openChat({ skein }: Pick<TestTenant, 'skein'>, widget: WidgetChannelInput = {}): Promise<Chat> {
  const { data }: { data: Inbox } = await skein.createInbox({ body: { name: 'Website', type: 'WIDGET', widget } })
  return { inboxId: data.id, key: data.widget?.key ?? '' }
}

/** Creates an identity secret of a chat, and returns what signs identity tokens with it. */
export async function openIdentities({ skein }: Pick<TestTenant, 'skein'>, { inboxId, key }: Chat) {
  const { data } = await skein.createWidgetSecret({ path: { id: inboxId }, body: {} })
  return (claims: { sub: string; email?: string; name?: string }): Promise<string> => signIdentity({ key, secret: data.secret }, claims)
}

export type Visitor = {
  readonly id: string
  readonly token: string
  call<Data = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<CallResponse<Data>>
  /** Begins a conversation. */
  begin(body?: string, more?: object): Promise<WidgetThread>
  write(threadId: string, body: string, more?: object): Promise<WidgetMessage>
  threads(): Promise<WidgetThread[]>
  /** Returns the newest messages of a conversation, oldest first. */
  messages(threadId: string): Promise<WidgetMessage[]>
}

/** Starts the session of a visitor. */
export async function startVisitor(node: Pick<TestNode, 'api'>, { key }: Pick<Chat, 'key'>, more: object = {}): Promise<Visitor> {
  return enter(node, (await node.api<WidgetSession>('POST', '/widget/sessions', { body: { key, ...more } })).body.data)
}

/** Signs in to the portal with an identity token or the token of a link. */
export async function enterPortal(node: Pick<TestNode, 'api'>, { key }: Pick<Chat, 'key'>, more: object): Promise<Visitor> {
  return enter(node, (await node.api<WidgetSession>('POST', '/widget/portal-sessions', { body: { key, ...more } })).body.data)
}

function enter({ api }: Pick<TestNode, 'api'>, data: WidgetSession): Visitor {
  const call: Visitor['call'] = (method, path, body) => api(method, path, { key: data.token, ...(body === undefined ? {} : { body }) })
  return {
    id: data.visitor.id,
    token: data.token,
    call,
    begin: async (body = 'The export is empty.', sent = {}) =>
      (await call<WidgetThread>('POST', '/widget/threads', { body, clientId: randomUUID(), ...sent })).body.data,
    write: async (threadId, body, sent = {}) =>
      (await call<WidgetMessage>('POST', `/widget/threads/${threadId}/messages`, { body, clientId: randomUUID(), ...sent })).body.data,
    threads: async () => (await call<WidgetThread[]>('GET', '/widget/threads')).body.data,
    messages: async (threadId) =>
      (await call<WidgetMessage[]>('GET', `/widget/threads/${threadId}/messages?limit=100`)).body.data.toReversed(),
  }
}
