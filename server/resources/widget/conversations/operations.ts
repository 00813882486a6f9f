/** Short operations on a visitor's conversations. */
import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { getPage } from '#kit/list.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { ownThreadId, requireOwnThread } from './own-thread.ts'
import { toReadWidgetMessage, toReadWidgetThread } from './present-widget-message.ts'
import { countUnread, listConversations, listNewest, listSince } from './queries.ts'
import { readReader } from './reader.ts'
import { WidgetMessage, WidgetMessageFilters, WidgetThread, WidgetUnread } from './schema.ts'

/** Maximum number of conversations that a visitor sees. */
const maxConversations = 200

export const listWidgetThreads = endpoint.read({
  operationId: 'listWidgetThreads',
  path: '/widget/threads',
  tag: 'widget',
  scope: 'visitor',
  summary: 'List the visitor’s conversations',
  description: `The visitor’s conversations in this inbox, those with the latest message first: at most the latest ${maxConversations}.`,
  responds: { 200: list(WidgetThread, 'A page of conversations') },
  present: toReadWidgetThread,
  async handle({ db, principal, page }) {
    const reader = await readReader(db, getVisitor(principal))
    return getPage(await db.rows(listConversations, { ...reader, limit: maxConversations }), page)
  },
})

export const listWidgetMessages = endpoint.read({
  operationId: 'listWidgetMessages',
  path: '/widget/threads/{id}/messages',
  tag: 'widget',
  scope: 'visitor',
  summary: 'List the messages of a conversation',
  description:
    'The messages that the visitor may see, newest first. With `after`, only later ones, oldest first: that is how a program catches up after ' +
    'a pause. Notes and messages of other people are never among them.',
  params: { id: ownThreadId },
  query: WidgetMessageFilters,
  responds: { 200: list(WidgetMessage, 'A page of messages') },
  present: toReadWidgetMessage,
  async handle({ db, principal, params, query: { after }, page }) {
    const reader = await readReader(db, getVisitor(principal))
    const { id: threadId } = await requireOwnThread(db, reader, params.id)
    const wanted = { ...reader, threadId, limit: page.limit + 1, at: page.after?.at ?? null, id: page.after?.id ?? null }
    const rows = after === undefined ? await db.rows(listNewest, wanted) : await db.rows(listSince, { ...wanted, since: after })
    const records = rows.slice(0, page.limit)
    const positionOf = ({ createdAt, id }: { createdAt: string; id: string }) => ({ at: createdAt, id })
    const last = records.at(-1)
    return { records, total: rows[0]?.total ?? 0, next: rows.length > records.length && last ? positionOf(last) : null, positionOf }
  },
})

export const getWidgetUnread = endpoint.read({
  operationId: 'getWidgetUnread',
  path: '/widget/unread',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Count what the visitor has not seen',
  description: 'Counts the messages of the team that the visitor has not seen, up to 100 in each conversation.',
  responds: { 200: item(WidgetUnread) },
  present: (record: { unread: number }) => record,
  async handle({ db, principal }) {
    const reader = await readReader(db, getVisitor(principal))
    return { status: 200, record: { unread: (await db.first(countUnread, reader))?.unread ?? 0 } }
  },
})
