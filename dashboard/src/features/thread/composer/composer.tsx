import { useEffect, useRef, useState } from 'react'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../../api/api.ts'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDraft, useDrafts, useFlushOnLeave, useIsSaved, useSavedDraft, type DraftKind } from '../../threads/drafts.ts'
import { toDraftKey } from '../uploads.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { CannedMenu, cannedMenuId, cannedOptionId } from './canned-menu.tsx'
import { findVariables, joinWritings, noCaret, type FieldHandle, type Formats, type Writing } from './field.ts'
import { FileList } from './file-list.tsx'
import { MentionMenu, mentionMenuId, mentionOptionId } from './mention-menu.tsx'
import { SendLater } from './send-later.tsx'
import { StagedChanges } from './staged-changes.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useCannedMenu } from './use-canned-menu.ts'
import { useMentionMenu } from './use-mention-menu.ts'
import { ReplyTarget, replyTargetIds } from '../email/reply-target.tsx'
import { useReplyPlan } from '../email/use-reply-plan.ts'
import { isStaleReply, useSendMessage, type SendOptions } from './use-send-message.ts'
import { UnfilledNotice } from './unfilled-notice.tsx'
import { useAttachments } from './use-attachments.ts'
import { WritingField } from './writing-field.tsx'
import { ExcessNotice, getExcessLength, WritingTools } from './writing-tools.tsx'

const SuggestedReply = lazyDialog(async () => (await import('../../ai/suggested-reply.tsx')).SuggestedReply)
const RewritePanel = lazyDialog(async () => (await import('../../ai/rewrite-panel.tsx')).RewritePanel)

type ComposerProps = {
  thread: Thread
  /** The latest press of R or N, which chooses the kind and focuses the field. */
  composeRequest: { kind: DraftKind; at: number; toEverybody: boolean } | null
  onResolve: (thread: Thread) => void
  onTyping: () => void
}

/** Writes a reply or a note. The draft is stored until it is sent, as text, or as HTML when it has formatting. */
export function Composer({ thread, composeRequest, onResolve, onTyping }: ComposerProps) {
  const drafts = useDrafts()
  const { id: threadId } = thread
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<FieldHandle>(null)
  const [kind, setKind] = useState<DraftKind>(composeRequest?.kind ?? 'reply')
  const [caret, setCaret] = useState(noCaret)
  const [formats, setFormats] = useState<Formats>([])
  // The text that was not sent because it contains variables.
  const [refusedText, setRefusedText] = useState<string | null>(null)
  const [isChoosingTime, setChoosingTime] = useState(false)
  const [assistant, setAssistant] = useState<'suggest' | 'rework' | null>(null)
  /** The agent's text before the assistant replaced it, for Undo. */
  const [replaced, setReplaced] = useState<{ before: Writing; after: string } | null>(null)
  const draft = useDraft(drafts, threadId, kind)
  const plan = useReplyPlan(thread, kind === 'reply' ? draft.recipients : null)
  const isSaved = useIsSaved(drafts, threadId, kind)
  const { attach, attachTransfer, removeFile, isUploading, dropTarget } = useAttachments(drafts, threadId, kind)
  const { text, files } = draft
  const replace: FieldHandle['replace'] = (length, words) => field.current?.replace(length, words)
  const mentionMenu = useMentionMenu({ isOn: kind === 'note', caret, replace })
  const { send, sendPendingNow, isSending, failure, retry, sendAnyway, acceptNewMessages } = useSendMessage(thread, {
    kind,
    draft,
    findMentions: mentionMenu.findMentions,
  })
  const menu = useCannedMenu({ thread, isOn: kind === 'reply', caret, replace })
  useSavedDraft(drafts, threadId, kind)
  useFlushOnLeave(drafts)
  useEffect(() => {
    if (!composeRequest) return
    setKind(composeRequest.kind)
    if (composeRequest.toEverybody) drafts.write(threadId, 'reply', { recipients: null })
    field.current?.focus()
  }, [composeRequest, drafts, threadId])
  const closeAssistant = (): void => {
    setAssistant(null)
    field.current?.focus()
  }
  const unfilled = kind === 'reply' ? findVariables(text) : []
  const submit = (options: SendOptions = {}): void => {
    if (unfilled[0] === undefined) return void send(options)
    setRefusedText(text)
    field.current?.select(unfilled[0])
  }
  const hasRecipient = plan.kind !== 'mail' || plan.recipients.to.length > 0
  const canSend = !isSending && !isUploading && text.trim() !== '' && getExcessLength(draft) <= 0 && hasRecipient
  /** The keys send the draft only while the focus is in the composer. Elsewhere the agent may not mean an unfinished draft. */
  const hasFocus = (): boolean => root.current?.contains(document.activeElement) ?? false
  useShortcuts({
    send: () => (canSend && hasFocus() ? submit() : sendPendingNow()),
    sendAndResolve() {
      if (canSend && hasFocus()) submit({ onSent: () => onResolve(thread) })
    },
  })
  const problem = failure !== null && !isStaleReply(failure) ? describeFailure(failure) : null
  return (
    <div ref={root} className={`relative border-t border-line p-3 ${kind === 'note' ? 'bg-note' : ''}`} {...dropTarget}>
      <CannedMenu menu={menu} />
      <MentionMenu menu={mentionMenu} />
      <div className="mb-2 flex flex-wrap items-center gap-1">
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
        {kind === 'note' && <span className="ms-2 truncate text-xs text-muted max-md:hidden">Only your team sees it</span>}
        <span className="text-xs whitespace-nowrap text-muted max-md:sr-only" aria-live="polite">
          {isSaved && text !== '' ? 'Draft saved' : ''}
        </span>
        <span className="ms-auto -me-2.5 flex flex-wrap justify-end">
          {text.trim() !== '' && assistant !== 'rework' && (
            <Button look="plain" onClick={() => setAssistant('rework')}>
              Rephrase…
            </Button>
          )}
          {kind === 'reply' && assistant !== 'suggest' && (
            <Button look="plain" onClick={() => setAssistant('suggest')}>
              Suggest a reply
            </Button>
          )}
        </span>
      </div>
      {assistant === 'suggest' && kind === 'reply' && (
        <SuggestedReply
          threadId={threadId}
          onInsert={(proposed) => {
            drafts.write(threadId, kind, joinWritings(draft, { text: proposed, html: null }))
            closeAssistant()
          }}
          onClose={closeAssistant}
        />
      )}
      {assistant === 'rework' && (
        <RewritePanel
          threadId={threadId}
          text={text}
          onUse={(reworked) => {
            setReplaced({ before: { text, html: draft.html }, after: reworked })
            drafts.write(threadId, kind, { text: reworked, html: null })
            closeAssistant()
          }}
          onClose={closeAssistant}
        />
      )}
      {isStaleReply(failure) && (
        <StaleNotice
          thread={thread}
          failure={failure}
          onSend={sendAnyway}
          onEdit={() => {
            acceptNewMessages()
            field.current?.focus()
          }}
        />
      )}
      {problem && (
        <div className="mb-2 flex flex-wrap items-start gap-2">
          <Notice requestId={problem.requestId}>{problem.text}</Notice>
          <Button onClick={retry}>Retry</Button>
        </div>
      )}
      {kind === 'reply' && (
        <ReplyTarget thread={thread} plan={plan} onChoose={(recipients) => drafts.write(threadId, kind, { recipients })} />
      )}
      <WritingField
        handle={field}
        label={kind === 'reply' ? 'Reply' : 'Internal note'}
        placeholder={kind === 'reply' ? 'Write a reply, / for canned responses…' : 'Write a note for your team, @ to mention somebody…'}
        writing={draft}
        controls={menu.active ? cannedMenuId : mentionMenu.active ? mentionMenuId : undefined}
        activeId={menu.active ? cannedOptionId(menu.active.id) : mentionMenu.active ? mentionOptionId(mentionMenu.active.id) : undefined}
        onWrite={(writing) => {
          drafts.write(threadId, kind, writing)
          onTyping()
        }}
        onCaret={(now, active) => {
          setCaret(now)
          setFormats(active)
        }}
        onKey={(key, isMod) => menu.onKey(key) || mentionMenu.onKey(key, isMod)}
        onTransfer={attachTransfer}
      />
      {replaced?.after === text && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          Written by a language model: check it first.
          <Button
            look="plain"
            className="min-h-6! px-1! underline"
            onClick={() => {
              drafts.write(threadId, kind, replaced.before)
              field.current?.focus()
            }}
          >
            Undo
          </Button>
        </p>
      )}
      <ExcessNotice draft={draft} />
      {unfilled.length > 0 && (
        <UnfilledNotice variables={unfilled} isRefused={refusedText === text} canSend={canSend} onSend={() => void send()} />
      )}
      {kind === 'reply' && <StagedChanges drafts={drafts} threadId={threadId} actions={draft.actions} />}
      <FileList draft={toDraftKey(threadId, kind)} files={files} onRemove={removeFile} />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <WritingTools field={field} formats={formats} onAttach={attach} />
        {isUploading && <span className="text-xs text-muted">Files are on their way…</span>}
        {kind === 'reply' && (
          <Button look="plain" disabled={!canSend} onClick={() => setChoosingTime(true)}>
            <span className="max-md:capitalize">
              <span className="max-md:sr-only">Send </span>later…
            </span>
          </Button>
        )}
        <Button
          look="primary"
          aria-keyshortcuts={formatAriaKeys('send')}
          aria-describedby={kind === 'reply' ? replyTargetIds : undefined}
          disabled={!canSend}
          onClick={() => submit()}
        >
          {kind === 'reply' ? 'Send' : 'Add note'} <span className="text-xs max-md:hidden">{formatKeys('send')}</span>
        </Button>
      </div>
      {isChoosingTime && <SendLater onPick={(sendAt) => submit({ sendAt })} onClose={() => setChoosingTime(false)} />}
    </div>
  )
}
