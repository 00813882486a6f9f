import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, type Message, type Thread } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { ariaKeys, shownKeys } from '../../keyboard/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.ts'
import { createDrafts, type DraftKind } from '../threads/drafts.ts'
import { messagesKey, putMessage } from '../threads/thread-cache.ts'
import { useMeId } from '../threads/use-threads.ts'

type ComposerProps = { thread: Thread; wish: { kind: DraftKind; at: number } | null; onResolve: (thread: Thread) => void }

const undoSeconds = 8

/** Writes a reply or a note. What is typed is kept until it was sent; a reply to a thread that has moved on is stopped. */
export function Composer({ thread, wish, onResolve }: ComposerProps) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const { id: threadId } = thread
  const field = useRef<HTMLTextAreaElement>(null)
  const [kind, setKind] = useState<DraftKind>(wish?.kind ?? 'reply')
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const drafts = useMemo(
    () => createDrafts(skein, { storage: localStorage, userId: meId }, (_, savedKind) => setSavedAt(savedKind)),
    [skein, meId],
  )
  const [text, setText] = useState(() => drafts.local(threadId, kind))
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  /** The newest message that whoever writes has seen: the reply says so. */
  const [seenId, setSeenId] = useState(thread.lastMessageId)
  /** One key for one text: a reply that is sent again after a failure is the same reply. */
  const intent = useRef({ text: '', key: '' })

  useEffect(() => {
    let isCurrent = true
    setText(drafts.local(threadId, kind))
    setSavedAt(null)
    drafts.load(threadId, kind).then(
      (loaded) => {
        if (isCurrent && loaded !== '') setText((now) => (now === '' ? loaded : now))
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
      drafts.flush()
    }
  }, [drafts, threadId, kind])
  useEffect(() => {
    const flush = (): void => drafts.flush()
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [drafts])
  useEffect(() => {
    if (!wish) return
    setKind(wish.kind)
    field.current?.focus()
  }, [wish])
  useEffect(() => {
    // Nobody is writing: what arrives is seen.
    if (text === '') setSeenId(thread.lastMessageId)
  }, [text, thread.lastMessageId])

  const write = (next: string): void => {
    setText(next)
    drafts.write(threadId, kind, next)
  }
  const isStale = failure instanceof ApiError && failure.code === 'SVC-THREAD-STALE_REPLY'

  const send = async ({ resolve = false, anyway = false } = {}): Promise<void> => {
    if (text.trim() === '' || isSending) return
    setSending(true)
    setFailure(null)
    if (intent.current.text !== text || anyway) intent.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
    const idempotencyKey = intent.current.key
    const path = { id: threadId }
    try {
      if (kind === 'note') {
        const { data } = await skein.createMessage({
          path,
          body: { body: text, bodyFormat: 'text', internal: true, authorType: 'AGENT' },
          idempotencyKey,
        })
        putMessage(queries, data, meId)
      } else {
        const expected = anyway ? {} : { expectedLastMessageId: seenId }
        const { data } = await skein.replyToThread({
          path,
          body: { body: text, bodyFormat: 'text', undoSeconds, ...expected },
          idempotencyKey,
        })
        offerUndo(data, text)
      }
      drafts.clear(threadId, kind)
      setText('')
      if (resolve) onResolve(thread)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SVC-THREAD-STALE_REPLY')
        await queries.invalidateQueries({ queryKey: messagesKey(threadId) })
      setFailure(error)
    } finally {
      setSending(false)
    }
  }
  /** The service sends it after some seconds, also when this tab is closed; until then it can be taken back. */
  const offerUndo = (sent: Message, sentText: string): void => {
    const entry: Undoable = {
      label: 'The reply was taken back',
      run() {
        skein.deleteMessage({ path: { id: sent.id } }).then(
          () => {
            drafts.write(threadId, 'reply', sentText)
            setKind('reply')
            setText(sentText)
          },
          (error: unknown) => showToast({ kind: 'problem', text: `The reply could not be taken back: ${describeFailure(error).text}` }),
        )
      },
    }
    const undo = undoQueue.push(entry)
    showToast({ kind: 'done', text: `Sent in ${undoSeconds} seconds.`, action: { label: 'Undo', run: undo } }, undoSeconds * 1000)
    setTimeout(() => undoQueue.forget(entry), undoSeconds * 1000)
  }
  const problem = failure !== null && !isStale ? describeFailure(failure) : null
  return (
    <div className={`border-t border-line p-3 ${kind === 'note' ? 'bg-note' : ''}`}>
      <div className="mb-2 flex items-center gap-1">
        {(['reply', 'note'] as const).map((each) => (
          <Button
            key={each}
            look="plain"
            aria-pressed={kind === each}
            className={kind === each ? 'bg-selected font-medium' : ''}
            onClick={() => setKind(each)}
          >
            {each === 'reply' ? 'Reply' : 'Note'}
          </Button>
        ))}
        <span className="ms-2 truncate text-xs text-muted">
          {kind === 'reply' ? `To ${thread.customer.email}` : 'Only your team sees it'}
        </span>
        <span className="ms-auto text-xs text-muted" aria-live="polite">
          {savedAt === kind && text !== '' ? 'Draft saved' : ''}
        </span>
      </div>
      {isStale && (
        <div role="alert" className="mb-2 rounded-md border border-warning px-3 py-2 text-sm">
          <p>The conversation has moved on since you began: read what is new above. Your text is kept.</p>
          <div className="mt-2 flex gap-2">
            <Button onClick={() => void send({ anyway: true })}>Send anyway</Button>
            <Button
              onClick={() => {
                setFailure(null)
                setSeenId(thread.lastMessageId)
                field.current?.focus()
              }}
            >
              Edit
            </Button>
          </div>
        </div>
      )}
      {problem && (
        <div className="mb-2">
          <Notice requestId={problem.requestId}>{problem.text}</Notice>
        </div>
      )}
      <textarea
        ref={field}
        dir="auto"
        aria-label={kind === 'reply' ? 'Reply' : 'Internal note'}
        rows={Math.min(14, Math.max(3, text.split('\n').length + 1))}
        className="w-full resize-none rounded-md border border-line-strong bg-surface px-3 py-2"
        placeholder={kind === 'reply' ? 'Write a reply…' : 'Write a note for your team…'}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send({ resolve: event.shiftKey })
        }}
      />
      <div className="mt-2 flex justify-end">
        <Button look="primary" aria-keyshortcuts={ariaKeys('send')} disabled={isSending || text.trim() === ''} onClick={() => void send()}>
          {kind === 'reply' ? 'Send' : 'Add note'} <span className="text-xs">{shownKeys('send')}</span>
        </Button>
      </div>
    </div>
  )
}
