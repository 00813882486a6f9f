import { useEffect, useRef, useState } from 'react'
import { ApiError, type Message, type RequestOf, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { undoQueue, type Undoable } from '../../../api/undo.ts'
import { plural, t } from '../../../texts/texts.ts'
import { formatMoment } from '../../../ui/time.ts'
import { showToast } from '../../../ui/toasts.ts'
import { toMessageBody, useDrafts, type ChosenRecipients, type Draft, type DraftKind } from '../../threads/drafts.ts'
import { messagesKey, putMessage } from '../../threads/thread-cache.ts'
import type { BulkChange } from '../../threads/bulk-changes.ts'
import { showChange } from '../../threads/show-change.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { toRecipientText } from '../email/reply-plan.ts'
import { putScheduled } from '../../threads/scheduled-replies.ts'
import { sentExtras } from '../sent-extras.ts'
import { findLastOffer, noteSent, putOffer, shownChanges, useCancelReply, useSendNow, withdrawOffer } from '../sent-messages.ts'

/** Undo window in seconds: the service holds a reply back for this long. */
const undoSeconds = 8
/** Milliseconds after a reply was due in which the service has made its changes. */
const confirmMs = 2_000

type Outgoing = {
  kind: DraftKind
  draft: Draft
  /** The recipients that the agent sees; null if the reply is not mailed. The reply goes to them even if the default ones change. */
  recipients: ChosenRecipients | null
  /** Whether the customer waits for the reply on the spot, so that it is sent without time to undo. */
  isLive: boolean
  /** Returns the ids of the users and teams that a note mentions. */
  findMentions: (text: string) => string[]
}
export type SendOptions = {
  /** Sends the reply even if the agent has not seen the latest messages. */
  anyway?: boolean
  sendAt?: Date
  /** Change of the thread that the reply makes, in place of staged changes of the status. */
  change?: BulkChange
  onSent?: () => void
  /** Shows that the thread leaves the list, and returns to it on undo. */
  onMoveOn?: (act: (onUndo: () => void) => void) => void
}

/**
 * Sends a reply or a note, and keeps the draft until the service has stored it. A reply becomes a scheduled message, which is sent after
 * `undoSeconds` or at a chosen time; in a chat it is sent at once. The service refuses a reply if the agent has not seen the thread's latest message.
 */
export function useSendMessage(thread: Thread, { kind, draft, recipients, isLive, findMentions }: Outgoing) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const drafts = useDrafts()
  const cancelReply = useCancelReply()
  const sendNow = useSendNow()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  /** Whether the agent pressed Send again while the request was running. */
  const wasPressedAgain = useRef(false)
  /** The options of the last attempt, for the Retry button. */
  const lastOptions = useRef<SendOptions>({})
  /** Content and idempotency key of the last attempt. A retry with the same content reuses the key. */
  const lastAttempt = useRef({ content: '', key: '' })
  /** The latest message that the agent has seen. The service compares it with the thread's latest message. */
  const [seenId, setSeenId] = useState(thread.lastMessageId)
  const isEmpty = draft.text.trim() === ''
  useEffect(() => {
    // While the draft is empty, every new message counts as seen.
    if (isEmpty) setSeenId(thread.lastMessageId)
  }, [isEmpty, thread.lastMessageId])

  const sendWithoutDelay = (reply: Message): void =>
    void sendNow(reply).catch((error: unknown) =>
      showToast({ kind: 'problem', text: t('We couldn’t send the reply now. {reason}', { reason: describeFailure(error).text }) }),
    )
  const offerUndo = (sent: Message, change: BulkChange | undefined, onUndo: () => void): void => {
    const entry: Undoable = {
      label: t('Reply'),
      run() {
        onUndo()
        cancelReply(sent).catch((error: unknown) =>
          showToast({ kind: 'problem', text: t('We couldn’t undo the reply. {reason}', { reason: describeFailure(error).text }) }),
        )
      },
    }
    const undo = undoQueue.push(entry)
    const at = sent.sendAt
    const waitMs = at === null ? 0 : Date.parse(at) - Date.now()
    const isSoon = waitMs <= 60_000
    const text = isSoon
      ? plural(undoSeconds, 'Sends in {count} second.', 'Sends in {count} seconds.')
      : t('Sends {time}.', { time: formatMoment(at ?? '') })
    const action = { label: t('Undo'), run: undo }
    const other = { label: t('Send now'), run: () => sendWithoutDelay(sent) }
    const shown = change ? `${text} ${change.label}.` : text
    const dismiss = showToast({ kind: 'done', text: shown, action, shownAt: thread.id, ...(isSoon ? { other } : {}) }, undoSeconds * 1000)
    const withdraw = (): void => {
      undoQueue.forget(entry)
      dismiss()
    }
    putOffer({ reply: sent, isSoon, withdraw })
    setTimeout(() => withdrawOffer(sent.id), undoSeconds * 1000)
  }
  /** Shows the change that the reply makes, although the service makes it only when it sends the reply. */
  const showUntilSent = ({ id, sendAt, createdAt }: Message, { patch }: BulkChange): void => {
    const shown = showChange(queries, thread, patch, meId)
    shownChanges.set(id, shown)
    const waitMs = Date.parse(sendAt ?? createdAt) - Date.now() + confirmMs
    setTimeout(() => {
      if (!shownChanges.delete(id)) return
      skein.getThread({ path: { id: thread.id } }).then(
        ({ data }) => shown.confirmWith(data),
        () => shown.revert(),
      )
    }, waitMs)
  }
  const send = async (options: SendOptions = {}): Promise<void> => {
    if (isEmpty || isSending) return
    const { anyway = false, sendAt, change, onMoveOn = (act) => act(() => undefined) } = options
    lastOptions.current = options
    wasPressedAgain.current = false
    setSending(true)
    setFailure(null)
    const mentions = kind === 'note' ? findMentions(draft.text) : []
    // The request contains `seenId`, so the same text with another `seenId` is a different request and needs a new key.
    const content = JSON.stringify([kind, draft, recipients, mentions, anyway, sendAt?.getTime(), change?.changes, seenId])
    if (lastAttempt.current.content !== content) lastAttempt.current = { content, key: newIdempotencyKey() }
    const idempotencyKey = lastAttempt.current.key
    const attachments = draft.files.map(({ uploadId, filename }) => ({ uploadId, filename }))
    const message = { ...toMessageBody(draft), attachments }
    const path = { id: thread.id }
    try {
      if (kind === 'note') {
        const note = { ...message, internal: true, authorType: 'AGENT', mentions: mentions.map(toMention) } as const
        const { data } = await skein.createMessage({ path, body: note, idempotencyKey })
        putMessage(queries, data, meId)
      } else {
        const expected = anyway ? {} : { expectedLastMessageId: seenId }
        const when = sendAt ? { sendAt: sendAt.toISOString() } : isLive ? {} : { undoSeconds }
        const changes = joinChanges(toReplyChanges(draft.actions), change?.changes)
        const body = { ...message, ...when, ...expected, ...toMailFields(recipients), ...(changes ? { changes } : {}) }
        const { data } = await skein.replyToThread({ path, body, idempotencyKey })
        if (data.sendAt === null) putMessage(queries, data, meId)
        else {
          sentExtras.keep(data.id, { actions: draft.actions, recipients: draft.recipients, files: draft.files })
          putScheduled(queries, data)
        }
        if (change && data.sendAt !== null) showUntilSent(data, change)
        onMoveOn((onUndo) => {
          if (data.sendAt === null) return
          if (wasPressedAgain.current && !sendAt) sendWithoutDelay(data)
          else offerUndo(data, change, onUndo)
        })
      }
      noteSent(thread.id)
      // If the agent undoes the reply and sends the same text again, it is a new reply and needs a new key.
      lastAttempt.current = { content: '', key: '' }
      drafts.clear(thread.id, kind)
      options.onSent?.()
    } catch (error) {
      if (isStaleReply(error)) await queries.invalidateQueries({ queryKey: messagesKey(thread.id) })
      setFailure(error)
    } finally {
      setSending(false)
    }
  }
  return {
    send,
    isSending,
    failure,
    /** Sends the reply now instead of after its undo window. */
    sendPendingNow() {
      if (kind !== 'reply') return
      if (isSending) wasPressedAgain.current = true
      const pending = findLastOffer(thread.id)
      if (isEmpty && pending) sendWithoutDelay(pending)
    },
    retry: () => void send(lastOptions.current),
    sendAnyway: () => void send({ ...lastOptions.current, anyway: true }),
    /** Marks the messages that arrived during the attempt as seen. */
    acceptNewMessages() {
      setFailure(null)
      setSeenId(thread.lastMessageId)
    },
  }
}

/** Converts a mention to the API's form. Ids of teams start with `tea_`. */
function toMention(id: string): string | { teamId: string } {
  return id.startsWith('tea_') ? { teamId: id } : id
}

/** True when the service refused the reply because the agent has not seen the thread's latest message. */
export function isStaleReply(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'SVC-THREAD-STALE_REPLY'
}

/** Builds the recipient fields of a mailed reply. */
function toMailFields(recipients: ChosenRecipients | null): Pick<RequestOf<'replyToThread'>['body'], 'sendBy' | 'to' | 'cc' | 'bcc'> {
  if (recipients === null) return {}
  const { to, cc, bcc } = recipients
  return { sendBy: 'EMAIL', to: to.map(toRecipientText), cc: cc.map(toRecipientText), bcc: bcc.map(toRecipientText) }
}

/** Adds a change of the status to the staged changes, which may contain another one. */
function joinChanges(staged: ReplyChanges | null, more: ReplyChanges | undefined): ReplyChanges | null {
  if (!more) return staged
  const { status: _status, snoozedUntil: _until, snoozedUntilReply: _untilReply, ...others } = staged ?? {}
  return { ...others, ...more }
}

type ReplyChanges = NonNullable<RequestOf<'replyToThread'>['body']['changes']>

/**
 * Builds the thread changes that a reply makes; null when there are none. Later actions replace earlier ones, but labels, fields and notes
 * accumulate.
 */
export function toReplyChanges(actions: Draft['actions'], now = Date.now()): ReplyChanges | null {
  const changes: ReplyChanges = {}
  for (const {
    type,
    status,
    priority,
    assigneeId = null,
    teamId = null,
    labelIds = [],
    customFields,
    durationSeconds,
    body,
    bodyFormat,
  } of actions) {
    if (type === 'SET_STATUS' && status !== undefined) {
      changes.status = status
      delete changes.snoozedUntil
      delete changes.snoozedUntilReply
    } else if (type === 'SET_PRIORITY' && priority !== undefined) changes.priority = priority
    else if (type === 'ASSIGN') changes.assigneeId = assigneeId
    else if (type === 'SET_TEAM') changes.teamId = teamId
    else if (type === 'ADD_LABELS') changes.addLabels = [...new Set([...(changes.addLabels ?? []), ...labelIds])]
    else if (type === 'REMOVE_LABELS') changes.removeLabels = [...new Set([...(changes.removeLabels ?? []), ...labelIds])]
    else if (type === 'SET_CUSTOM_FIELDS') changes.customFields = { ...changes.customFields, ...customFields }
    else if (type === 'SNOOZE') {
      delete changes.status
      delete changes.snoozedUntil
      delete changes.snoozedUntilReply
      if (durationSeconds === undefined) changes.snoozedUntilReply = true
      else changes.snoozedUntil = new Date(now + durationSeconds * 1000).toISOString()
    } else if (type === 'ADD_NOTE' && body !== undefined) {
      changes.note = changes.note === undefined ? body : `${changes.note}\n\n${body}`
      if (bodyFormat !== undefined) changes.noteFormat = bodyFormat
    }
  }
  return Object.keys(changes).length > 0 ? changes : null
}
