import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import { toTypeId } from '#platform/ids.ts'
import { toReadMessage } from '../record/message-queries.ts'
import { waitingList, type WaitingRecord } from './waiting-queries.ts'
import { ScheduledReply, ScheduledReplyFilters } from './waiting-schema.ts'

export const listAllScheduledMessages = endpoint.read({
  operationId: 'listAllScheduledMessages',
  path: '/scheduled-messages',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List all scheduled replies',
  description:
    'Replies of all threads that are waiting to be sent (`delivery.state` is `QUEUED`, `sendAt` is the time) and replies that could not be ' +
    'sent (`FAILED`), next first. `meta.total` is exact.',
  query: ScheduledReplyFilters,
  responds: { 200: list(ScheduledReply) },
  present: ({ thread, ...record }: WaitingRecord, links: PresentLinks) => {
    const customer = { ...thread.customer, id: toTypeId('cst', thread.customer.id) }
    return { ...toReadMessage(record, links), thread: { ...thread, id: toTypeId('thr', thread.id), customer } }
  },
  handle({ db, principal: { tenantId, user }, page, query: { authorId } }) {
    const filters = { unsent: true, authorId: authorId === 'me' ? user.id : authorId }
    return waitingList.fetch(db, tenantId, page, filters, 'sendAt')
  },
})
