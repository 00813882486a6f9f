import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { ReadContext } from '#kit/handler.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError } from '#platform/errors.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { maxPageBytes } from '#platform/http/declared-endpoint.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { covers } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { auditLogList, toAuditLog } from '../audit-logs/index.ts'
import { customer } from '../customers/index.ts'
import { presentRequest, requestList } from '../satisfaction/index.ts'
import { meetingList, toReadMeeting } from '../scheduled-meetings/index.ts'
import {
  fetchThreads,
  followerList,
  messageList,
  readThread,
  scheduledList,
  thread,
  ThreadFollower,
  toReadMessage,
  toThread,
} from '../threads/index.ts'
import { Draft, findDrafts, findRead, presentAt, ReadMark, readThreadVisitor, ThreadVisitor, toPresence } from '../working-state/index.ts'
import { toPart, type Part } from './part.ts'
import { ThreadView } from './schema.ts'

const limits = { messages: 50, scheduledMessages: 100, customerThreads: 20, followers: 100, satisfaction: 20, meetings: 100, history: 100 }
/** Maximum bytes of each part's records: a full page of messages, and less of the other lists. */
const maxBytes = { messages: maxPageBytes, other: 393_216 }

export const getThreadView = endpoint.read({
  operationId: 'getThreadView',
  path: '/threads/{id}/view',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'Get a thread with all parts of its view',
  description:
    'Returns the thread, its newest messages, scheduled replies, changes, meetings, followers and satisfaction requests, its customer with ' +
    'their newest threads, and the caller’s drafts, read mark and presence, in one response. A part that the caller’s scopes do not allow is null. Use ' +
    'the `cursor` of a part with the list operation that the part names. A merged thread shows the messages of its target.',
  params: { id: { ...thread.id, versioned: false } },
  responds: { 200: item(ThreadView, 'The thread view') },
  present: toThreadView,
  handle: async (context) => ({ status: 200, record: await readView(context) }),
})

type View = Awaited<ReturnType<typeof readView>>

/** Reads the thread, then all other parts concurrently: two round trips. */
async function readView({ db, principal, params: { id }, secrets }: ReadContext<{ id: Uuid }, undefined, undefined>) {
  const { tenantId, scopes, user } = principal
  const found = await readThread(db, { tenantId, id })
  if (!found) throw new ApiError(thread.notFound)
  const { customerId } = found
  const threadId = found.mergedInto ?? id
  const mayWrite = covers(scopes, 'threads:write')
  const own = { tenantId, userId: user.id }
  const first = (limit: number) => ({ limit, after: null })
  const [messages, scheduled, customerThreads, followers, satisfaction, person, meetings, history, drafts, read, present, visitor] =
    await Promise.all([
      messageList.fetch(db, tenantId, first(limits.messages), { threadId }),
      scheduledList.fetch(db, tenantId, first(limits.scheduledMessages), { threadId }),
      // Include threads of customers merged into this one, even before the job has moved them.
      fetchThreads(db, tenantId, first(limits.customerThreads), { customerId }, undefined),
      followerList.fetch(db, tenantId, first(limits.followers), { threadId }),
      requestList.fetch(db, tenantId, first(limits.satisfaction), { threadId }),
      covers(scopes, 'customers:read') ? db.first(customer.statements.find, { tenantId, id: customerId }) : null,
      covers(scopes, 'meetings:read') ? meetingList.fetch(db, tenantId, first(limits.meetings), { threadId }) : null,
      covers(scopes, 'audit:read') ? auditLogList.fetch(db, tenantId, first(limits.history), { targetId: id }) : null,
      mayWrite ? db.rows(findDrafts, { ...own, threadId: id }) : null,
      mayWrite ? db.first(findRead, { ...own, threadId }) : null,
      mayWrite ? db.rows(presentAt, { tenantId, threadId }) : null,
      found.channel === 'widget' ? readThreadVisitor(db, { tenantId, threadId }) : null,
    ])
  const at = { tenantId, params: { id }, query: {} }
  return {
    thread: found,
    threadId,
    messages: toPart(messages, maxBytes.messages, secrets, { ...at, operationId: 'listMessages' }),
    scheduledMessages: toPart(scheduled, maxBytes.other, secrets, { ...at, operationId: 'listScheduledMessages' }),
    customerThreads: toPart(customerThreads, maxBytes.other, secrets, {
      ...at,
      operationId: 'listCustomerThreads',
      params: { id: customerId },
    }),
    followers: toPart(followers, maxBytes.other, secrets, { ...at, operationId: 'listThreadFollowers' }),
    satisfactionRequests: toPart(satisfaction, maxBytes.other, secrets, {
      ...at,
      operationId: 'listSatisfactionRequests',
      params: {},
      query: { threadId: id },
    }),
    customer: person,
    meetings:
      meetings && toPart(meetings, maxBytes.other, secrets, { ...at, operationId: 'listMeetings', params: {}, query: { threadId: id } }),
    history:
      history &&
      toPart(history, maxBytes.other, secrets, {
        ...at,
        operationId: 'listAuditLogs',
        params: {},
        query: { targetId: toTypeId('thr', id) },
      }),
    drafts,
    read,
    present,
    visitor,
  }
}

const toDraft = createPresenter(Draft)
const toFollower = createPresenter(ThreadFollower)
const toReadMark = createPresenter(ReadMark)
const toThreadVisitor = createPresenter(ThreadVisitor)

function toThreadView(view: View, links: PresentLinks): Static<typeof ThreadView> {
  const getDraft = (kind: 'reply' | 'note') => {
    const found = view.drafts?.find((draft) => draft.kind === kind)
    return found ? toDraft(found) : null
  }
  return {
    thread: toThread(view.thread),
    messages: presentPart(view.messages, (record) => toReadMessage(record, links)),
    scheduledMessages: presentPart(view.scheduledMessages, (record) => toReadMessage(record, links)),
    customerThreads: presentPart(view.customerThreads, toThread),
    followers: presentPart(view.followers, toFollower),
    satisfactionRequests: presentPart(view.satisfactionRequests, presentRequest),
    customer: view.customer && customer.present(view.customer),
    meetings: view.meetings && presentPart(view.meetings, (record) => toReadMeeting(record, links)),
    history: view.history && presentPart(view.history, toAuditLog),
    drafts: view.drafts && { reply: getDraft('reply'), note: getDraft('note') },
    read: view.read && toReadMark(view.read),
    presence: view.present && toPresence({ threadId: view.threadId, rows: view.present }),
    visitor: view.visitor && toThreadVisitor(view.visitor),
  }
}

function presentPart<Row, Wire>({ records, meta }: Part<Row>, present: (record: Row) => Wire): { data: Wire[]; meta: Part<Row>['meta'] } {
  return { data: records.map(present), meta }
}
