import { useEffect, useRef, useState } from 'react'
import { ApiError, type Message, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { undoQueue, type Undoable } from '../../../api/undo.ts'
import { formatMoment } from '../../../ui/time.ts'
import { showToast } from '../../../ui/toasts.ts'
import { toMessageBody, useDrafts, type Draft, type DraftKind } from '../../threads/drafts.ts'
import { messagesKey, putMessage } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { noteSent } from '../last-sent.ts'
import { putScheduled } from '../scheduled-replies.ts'
import { useSendNow } from '../send-now.ts'
import { useTakeBack } from '../take-back.ts'
import { changesByActions, sentActions } from './reply-changes.ts'
import { lastOffer, putOffer, withdrawOffer } from '../undo-offers.ts'

const undoSeconds = 8

type Written = { kind: DraftKind; draft: Draft /** The people whom a note mentions. */; mentionsOf: (text: string) => string[] }
export type Sending = { anyway?: boolean; sendAt?: Date; onSent?: () => void }

/** Sends what is written. It is kept until the service has it; a reply to a thread that has moved on is stopped. */
export function useSendMessage(thread: Thread, { kind, draft, mentionsOf }: Written) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const drafts = useDrafts()
  const takeBack = useTakeBack()
  const sendNow = useSendNow()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  /** Send was pressed again while the reply was on its way to the service. */
  const isHurried = useRef(false)
  /** What was tried last, for the button that tries it again. */
  const last = useRef<Sending>({})
  /** One key for one intent: a reply that is sent again after a failure is the same reply. */
  const intent = useRef({ what: '', key: '' })
  /** The newest message that whoever writes has seen: the reply says so. */
  const [seenId, setSeenId] = useState(thread.lastMessageId)
  const isEmpty = draft.text.trim() === ''
  useEffect(() => {
    // Nobody is writing: what arrives is seen.
    if (isEmpty) setSeenId(thread.lastMessageId)
  }, [isEmpty, thread.lastMessageId])

  const hurry = (reply: Message): void =>
    void sendNow(reply).catch((error: unknown) =>
      showToast({ kind: 'problem', text: `The reply was not sent at once: ${describeFailure(error).text}` }),
    )
  const offerUndo = (sent: Message): void => {
    const entry: Undoable = {
      label: 'Reply',
      run() {
        takeBack(sent).catch((error: unknown) =>
          showToast({ kind: 'problem', text: `The reply could not be taken back: ${describeFailure(error).text}` }),
        )
      },
    }
    const undo = undoQueue.push(entry)
    const at = sent.sendAt
    const waitMs = at === null ? 0 : Date.parse(at) - Date.now()
    const isSoon = waitMs <= 60_000
    const text = isSoon ? `Sends in ${undoSeconds} seconds.` : `Will be sent ${formatMoment(at ?? '')}.`
    const action = { label: 'Undo', run: undo }
    const other = { label: 'Send now', run: () => hurry(sent) }
    const dismiss = showToast({ kind: 'done', text, action, ...(isSoon ? { other } : {}) }, undoSeconds * 1000)
    const withdraw = (): void => {
      undoQueue.forget(entry)
      dismiss()
    }
    putOffer({ reply: sent, isSoon, withdraw })
    setTimeout(() => withdrawOffer(sent.id), undoSeconds * 1000)
  }
  const send = async (how: Sending = {}): Promise<void> => {
    if (isEmpty || isSending) return
    const { anyway = false, sendAt } = how
    last.current = how
    isHurried.current = false
    setSending(true)
    setFailure(null)
    const mentions = kind === 'note' ? mentionsOf(draft.text) : []
    // What has been seen is part of it: the same words to a thread that has moved on are another request.
    const what = JSON.stringify([kind, draft, mentions, anyway, sendAt?.getTime(), seenId])
    if (intent.current.what !== what) intent.current = { what, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
    const idempotencyKey = intent.current.key
    const attachments = draft.files.map(({ uploadId, filename }) => ({ uploadId, filename }))
    const content = { ...toMessageBody(draft), attachments }
    const path = { id: thread.id }
    try {
      if (kind === 'note') {
        const note = { ...content, internal: true, authorType: 'AGENT', mentions } as const
        const { data } = await skein.createMessage({ path, body: note, idempotencyKey })
        putMessage(queries, data, meId)
      } else {
        const expected = anyway ? {} : { expectedLastMessageId: seenId }
        const when = sendAt ? { sendAt: sendAt.toISOString() } : { undoSeconds }
        const changes = changesByActions(draft.actions)
        const body = { ...content, ...when, ...expected, ...(changes ? { changes } : {}) }
        const { data } = await skein.replyToThread({ path, body, idempotencyKey })
        if (changes) sentActions.set(data.id, draft.actions)
        putScheduled(queries, data)
        if (isHurried.current && !sendAt) hurry(data)
        else offerUndo(data)
      }
      noteSent(thread.id)
      // The same words again, after the reply was taken back, are another reply.
      intent.current = { what: '', key: '' }
      drafts.clear(thread.id, kind)
      how.onSent?.()
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
    /** Sends the reply that waits to be taken back at once. */
    sendAtOnce() {
      if (kind !== 'reply') return
      if (isSending) isHurried.current = true
      const waiting = lastOffer(thread.id)
      if (isEmpty && waiting) hurry(waiting)
    },
    /** The same once more, as it was wanted. */
    retry: () => void send(last.current),
    sendAnyway: () => void send({ ...last.current, anyway: true }),
    /** What has come meanwhile has been read. */
    goOn() {
      setFailure(null)
      setSeenId(thread.lastMessageId)
    },
  }
}

export function isStaleReply(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'SVC-THREAD-STALE_REPLY'
}
