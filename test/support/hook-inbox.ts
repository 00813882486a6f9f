/** An inbox that the tenant's own program serves, with a local receiver in place of the program. */
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import type { HookChannelInput } from '../../client/index.ts'
import type { TestService, TestTenant } from './service.ts'

export type HookInbox = { readonly id: string; readonly secret: string }

type Options = { type?: 'API' | 'SMS'; outboundUrl: string | null; settings?: HookChannelInput['settings'] }

export async function openHookInbox({ skein }: TestTenant, { type = 'API', outboundUrl, settings = {} }: Options): Promise<HookInbox> {
  const { data } = await skein.createInbox({ body: { name: 'Chat', type, hook: { outboundUrl, settings } } })
  const rotated = await skein.rotateInboxSecret({ path: { id: data.id }, body: {} })
  return { id: data.id, secret: rotated.data.secret }
}

/** Creates a thread of the inbox, which takes place at the program. */
export async function startConversation(
  { db }: Pick<TestService, 'db'>,
  { skein, tenantId }: Pick<TestTenant, 'skein' | 'tenantId'>,
  inboxId: string,
  { address = 'person-1', key = 'room-1' }: { address?: string; key?: string | null } = {},
): Promise<string> {
  const requester = { email: 'ada@example.com', name: 'Ada Lovelace' }
  const { data } = await skein.createThread({ body: { title: 'Empty export', body: 'It is empty.', requester, inboxId } })
  const ids = { threadId: toUuid('thr', data.threadId), inboxId: toUuid('inb', inboxId) }
  await db.rows(insertConversation, { tenantId, ...ids, key, address })
  return data.threadId
}

export function toUuid(prefix: 'thr' | 'inb' | 'msg' | 'dlv', id: string): Uuid {
  const uuid = parseTypeId(prefix, id)
  if (uuid === null) throw new Error(`${id} is no id`)
  return uuid
}

type Conversation = { tenantId: Uuid; threadId: Uuid; inboxId: Uuid; key: string | null; address: string }
const insertConversation = statement<Conversation, object>(`
  insert into thread_conversations (tenant_id, thread_id, inbox_id, conversation_key, address)
  values (:tenantId::uuid, :threadId::uuid, :inboxId::uuid, :key, :address)`)
