import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, rateWidgetExceeded } from '#platform/errors.ts'
import { visitorLimits } from '#platform/http/rate-limit.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { threadNotFound } from '../../threads/index.ts'
import { attachmentErrors } from '../../uploads/index.ts'
import { getVisitor } from '../sessions/visitor.ts'
import type { Writer } from './begin-writing.ts'
import { checkPreChat } from './check-pre-chat.ts'
import { toCreatedWidgetThread } from './present-widget-message.ts'
import { findConversation, findThreadLimit } from './queries.ts'
import { readWidget } from './read-widget.ts'
import { WidgetThread, WidgetThreadCreate } from './schema.ts'
import { writeMessage } from './write-message.ts'

export const createWidgetThread = endpoint.write({
  operationId: 'createWidgetThread',
  method: 'POST',
  path: '/widget/threads',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Begin a conversation',
  description:
    'Begins a conversation with its first message. A repeated request with the same `clientId` is **200** with the first answer, and writes ' +
    'nothing. `preChat` has the answers to what the inbox asks; an address that is typed there proves nothing. A visitor can begin 3 ' +
    'conversations in 10 minutes, an address 30 in a minute, and all visitors of an inbox 100 in a minute.',
  body: WidgetThreadCreate,
  responds: {
    201: item(WidgetThread, 'The new conversation'),
    200: item(WidgetThread, 'The conversation of the message with this clientId'),
  },
  errors: [widgetNotFound, threadNotFound, ...attachmentErrors],
  rateLimit: 'threads',
  present: toCreatedWidgetThread,
  async handle({ tx, effects, principal, requestId, body, config }) {
    const { threadsInTenMinutes: limit } = config.rateLimits.visitors ?? visitorLimits
    const session = getVisitor(principal)
    const { tenantId, inboxId } = session
    const { settings } = await readWidget(tx, session)
    const { preChat = {}, ...sent } = body
    const checkLimit = async (writer: Writer): Promise<null> => {
      const full = await tx.first(findThreadLimit, { tenantId, inboxId, address: writer.address, limit, minutes: 10 })
      if (full) throw limitError(limit, full.seconds)
      return null
    }
    const customFields = {}
    return writeMessage(
      { tx, effects, principal, requestId },
      {
        sent,
        settings,
        typed: preChat,
        customFields,
        async findThread(writer) {
          const known = { name: writer.customer.name, email: writer.email }
          Object.assign(customFields, await checkPreChat(tx, { tenantId, settings }, preChat, known))
          return checkLimit(writer)
        },
      },
      async (writer, { threadId }) => {
        const thread = await tx.first(findConversation, { ...writer, threadId })
        // A repeated message, which is now in a thread of somebody else.
        if (!thread) throw new ApiError(threadNotFound)
        return thread
      },
    )
  },
})

function limitError(limit: number, seconds: number): ApiError {
  const message = `A visitor can begin ${limit} conversations in 10 minutes. Write in one of them, or try again later.`
  return new ApiError(rateWidgetExceeded, { message, headers: { 'Retry-After': String(Math.max(1, seconds)) } })
}
