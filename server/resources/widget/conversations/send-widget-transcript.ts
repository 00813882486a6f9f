import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, rateWidgetExceeded, validationFailed } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { isoTime } from '#platform/time.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { sendMail } from '../../mail/index.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { beginWriting } from './begin-writing.ts'
import { ownThreadId, requireOwnThread } from './own-thread.ts'
import { toWidgetMessage } from './present-widget-message.ts'
import { findConversation, listNewest, takeTranscript } from './queries.ts'
import { readReader } from './reader.ts'
import { readWidget } from './read-widget.ts'
import { WidgetTranscript } from './schema.ts'

const maxMessages = 200
const maxPerHour = 3

export const sendWidgetTranscript = endpoint.write({
  operationId: 'sendWidgetTranscript',
  method: 'POST',
  path: '/widget/threads/{id}/transcript',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Mail a conversation to the visitor',
  description:
    `Mails the latest ${maxMessages} messages to the visitor: only to the address that your site has signed, or that the visitor has typed in ` +
    `\`preChat\`, once a person of the team has answered. At most ${maxPerHour} in an hour.`,
  params: { id: ownThreadId },
  body: WidgetTranscript,
  responds: { 202: item(WidgetTranscript, 'The address to which the mail goes') },
  errors: [widgetNotFound, validationFailed],
  present: (record: { email: string }) => record,
  async handle({ tx, effects, principal, params, body: { email }, secrets }) {
    const session = getVisitor(principal)
    const { tenantId, visitorId, identity } = session
    const reader = await readReader(tx, session)
    const { id: threadId } = await requireOwnThread(tx, reader, params.id)
    const visitor = await beginWriting({ tx, effects }, session)
    if (email !== identity?.email && email !== visitor.email)
      throw new ApiError(validationFailed, {
        details: [{ field: 'email', code: 'NOT_ALLOWED', message: 'must be the address that the visitor has given' }],
      })
    const rows = await tx.rows(listNewest, { ...reader, threadId, limit: maxMessages, at: null, id: null })
    // Otherwise anybody could have the service mail any text to any address.
    if (email !== identity?.email && !rows.some(({ authorType }) => authorType === 'AGENT'))
      throw new ApiError(validationFailed, {
        details: [
          { field: 'email', code: 'NOT_ALLOWED', message: 'was typed by the visitor, so it gets mail only after the team has answered' },
        ],
      })
    if (!(await tx.first(takeTranscript, { tenantId, visitorId, limit: maxPerHour })))
      throw new ApiError(rateWidgetExceeded, {
        message: `A visitor can get ${maxPerHour} transcripts in an hour. Try again later.`,
        headers: { 'Retry-After': '3600' },
      })
    const { locale } = await readWidget(tx, session)
    const thread = await fetchOne(tx, findConversation, { ...reader, threadId })
    const messages = rows.toReversed().map((row) => {
      const { name, from, bodyText: text } = toWidgetMessage(row)
      return { from: from === 'VISITOR' ? null : (name ?? ''), at: isoTime(row.createdAt), text }
    })
    const language = (session.locale ?? locale).startsWith('de') ? 'de' : 'en'
    sendMail(
      { effects, secrets },
      { to: email, template: 'transcript', values: { subject: thread.subject, messages, language }, about: threadId },
    )
    return toOutcome({ email }, effects.audit({ action: 'thread.transcript_sent', target: { type: 'thread', id: threadId } }), 202)
  },
})
