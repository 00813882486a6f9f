import { useEffect, useRef, useState } from 'react'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../../api/api.ts'
import { chosenKeys, sendsOnEnter } from '../../../keyboard/chosen-keys.ts'
import { formatKeys } from '../../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { t } from '../../../texts/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { BookOpen, ChevronDown, Lock, Zap } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDraft, useDrafts, useFlushOnLeave, useIsSaved, useSavedDraft, type DraftKind } from '../../threads/drafts.ts'
import { toDraftKey } from '../uploads.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { AssistantMenu } from './assistant-menu.tsx'
import { asksForArticle, findVariables, joinWritings, noCaret, type FieldHandle, type Formats, type Writing } from '../../editor/field.ts'
import { ComposerLine, useComposerLine } from './composer-line.tsx'
import { DropHint } from './drop-hint.tsx'
import { FileList } from './file-list.tsx'
import { MentionMenu, mentionMenuId, mentionOptionId } from './mention-menu.tsx'
import { ReplacedNotice } from './replaced-notice.tsx'
import { SendButton } from './send-button.tsx'
import { StagedChanges } from './staged-changes.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { CannedMenu } from './canned-menu-part.tsx'
import { cannedMenuId, cannedOptionId, useCannedMenu } from './use-canned-menu.ts'
import { useMentionMenu } from './use-mention-menu.ts'
import { findObstacle, getLimits } from '../channel/find-obstacle.ts'
import { LimitNotes } from '../channel/limit-notes.tsx'
import { ReplyTarget, replyTargetIds } from '../email/reply-target.tsx'
import { useReplyPlan } from '../email/use-reply-plan.ts'
import { isStaleReply, useSendMessage, type SendOptions } from './use-send-message.ts'
import { UnfilledNotice } from './unfilled-notice.tsx'
import { useAttachments } from './use-attachments.ts'
import { WritingField } from '../../editor/writing-field.tsx'
import { WritingTools } from './writing-tools.tsx'

const SuggestedReply = lazyDialog(async () => (await import('../../ai/suggested-reply.tsx')).SuggestedReply)
const ChatParts = lazyPart(async () => (await import('../channel/chat-parts.tsx')).ChatParts)
const InsertArticle = lazyDialog(async () => (await import('./insert-article.tsx')).InsertArticle)
const RewritePanel = lazyDialog(async () => (await import('../../ai/rewrite-panel.tsx')).RewritePanel)

type ComposerProps = {
  thread: Thread
  /** The latest press of R or N, which selects reply or note and focuses the field. */
  composeRequest: { kind: DraftKind; at: number; toEverybody: boolean } | null
  onResolve: (thread: Thread) => void
  /** Moves on from the thread. Returns a function that goes back to it, for undo. */
  onLeave: (thread: Thread) => () => void
  onTyping: () => void
}

/**
 * Composer for replies and notes. The draft is stored until it is sent, as text, or as HTML when it has formatting. On phones it is
 * collapsed to one line, which leaves the screen to the conversation.
 */
export function Composer({ thread, composeRequest, onResolve, onLeave, onTyping }: ComposerProps) {
  const drafts = useDrafts()
  const { id: threadId } = thread
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<FieldHandle>(null)
  const [kind, setKind] = useState<DraftKind>(composeRequest?.kind ?? 'reply')
  const [caret, setCaret] = useState(noCaret)
  const [formats, setFormats] = useState<Formats>([])
  // The text that was not sent because it still contains variables.
  const [refusedText, setRefusedText] = useState<string | null>(null)
  const { isOpen, setOpen, line } = useComposerLine(field, composeRequest !== null)
  const [assistant, setAssistant] = useState<'suggest' | 'rework' | null>(null)
  /** The agent's text before AI replaced it, for Undo. */
  const [replaced, setReplaced] = useState<{ before: Writing; after: string } | null>(null)
  const [isChoosingArticle, setChoosingArticle] = useState(false)
  const draft = useDraft(drafts, threadId, kind)
  const plan = useReplyPlan(thread, kind === 'reply' ? draft.recipients : null, kind === 'reply' && draft.text !== '')
  const isChat = plan.kind === 'channel' && plan.isLive
  const isLive = kind === 'reply' && isChat
  const entersSend = isLive && sendsOnEnter(chosenKeys.get())
  const limits = getLimits(kind === 'reply' ? plan : null)
  const isSaved = useIsSaved(drafts, threadId, kind)
  const { attach, attachTransfer, removeFile, isUploading, isDragging, dropTarget } = useAttachments(drafts, threadId, kind, limits)
  const { text, files } = draft
  const replace: FieldHandle['replace'] = (length, words) => field.current?.replace(length, words)
  const mentionMenu = useMentionMenu({ isOn: kind === 'note', caret, replace })
  const { send, sendPendingNow, isSending, failure, retry, sendAnyway, acceptNewMessages } = useSendMessage(thread, {
    kind,
    draft,
    recipients: plan.kind === 'mail' ? plan.recipients : null,
    isLive,
    findMentions: mentionMenu.findMentions,
  })
  const menu = useCannedMenu({ thread, isOn: kind === 'reply', caret, replace })
  useSavedDraft(drafts, threadId, kind)
  useFlushOnLeave(drafts)
  useEffect(() => {
    if (!composeRequest) return
    setKind(composeRequest.kind)
    setOpen(true)
    if (composeRequest.toEverybody) drafts.write(threadId, 'reply', { recipients: null })
    field.current?.focus()
  }, [composeRequest, drafts, threadId, setOpen])
  const closeAssistant = (): void => {
    setAssistant(null)
    field.current?.focus()
  }
  const unfilled = kind === 'reply' ? findVariables(text) : []
  const submit = (options: SendOptions = {}): void => {
    if (unfilled[0] === undefined) {
      // Expand the composer after a failure.
      setOpen(false)
      return void send(options)
    }
    setRefusedText(text)
    field.current?.select(unfilled[0])
  }
  const whyNotSend = findObstacle({ draft, plan: kind === 'reply' ? plan : null, isUploading, isSending })
  const canSend = whyNotSend === null
  /** Types the slash that opens the menu of saved replies. */
  const openSavedReplies = (): void => {
    field.current?.focus()
    replace(0, { text: /\S$/.test(caret.before) ? ' /' : '/', html: null })
  }
  /** The send shortcut works only while the focus is in the composer. Elsewhere, an agent could send an unfinished draft by accident. */
  const hasFocus = (): boolean => root.current?.contains(document.activeElement) ?? false
  useShortcuts({
    send: () => (canSend && hasFocus() ? submit() : sendPendingNow()),
    sendAndResolve() {
      if (canSend && hasFocus()) submit({ onSent: () => onResolve(thread) })
    },
  })
  const problem = failure !== null && !isStaleReply(failure) ? describeFailure(failure) : null
  if (!isOpen && failure === null) return <ComposerLine kind={kind} text={text} line={line} onOpen={() => setOpen(true)} />
  return (
    <div
      ref={root}
      className={`composer relative mx-5 mt-1 mb-4 rounded-xl border p-2 max-md:mx-2 max-md:mb-2 ${kind === 'note' ? 'border-note-line bg-note' : 'border-line-strong bg-surface'} focus-within:border-accent`}
      {...dropTarget}
    >
      {isDragging && <DropHint />}
      <CannedMenu menu={menu} />
      <MentionMenu menu={mentionMenu} />
      <div className="flex items-start gap-x-2">
        <Segmented
          label={t('What you write')}
          options={[
            { value: 'reply', name: t('Reply') },
            { value: 'note', name: t('Note'), icon: Lock },
          ]}
          value={kind}
          onChange={setKind}
        />
        <span className="ms-auto text-xs leading-7 whitespace-nowrap text-muted max-md:leading-10" aria-live="polite">
          {isSaved && text !== '' ? t('Draft saved') : ''}
        </span>
        <IconButton
          icon={ChevronDown}
          label={t('Close')}
          className="-my-0.5 -me-1 md:hidden"
          hidden={failure !== null}
          onClick={() => setOpen(false)}
        />
      </div>
      {/* Both kinds have this line, so that the text stays where it is when the agent switches. */}
      <div className="mt-0.5 mb-0.5 min-w-0">
        {kind === 'reply' ? (
          <ReplyTarget
            thread={thread}
            plan={plan}
            onChoose={(recipients) => drafts.write(threadId, kind, { recipients })}
            onDone={() => field.current?.focus()}
          />
        ) : (
          <p className="truncate px-2 text-xs leading-7 text-muted">{t('Only your team sees this')}</p>
        )}
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
            setOpen(true)
            field.current?.focus()
          }}
        />
      )}
      {problem && (
        <div className="mb-2 flex flex-wrap items-start gap-2">
          <Notice requestId={problem.requestId}>{problem.text}</Notice>
          <Button onClick={retry}>{t('Try again')}</Button>
        </div>
      )}
      <WritingField
        handle={field}
        label={kind === 'reply' ? t('Reply') : t('Internal note')}
        placeholder={
          kind === 'reply' ? t('Write a reply, or / for saved replies…') : t('Write a note for your team, or @ to mention someone…')
        }
        writing={draft}
        controls={menu.active ? cannedMenuId : mentionMenu.active ? mentionMenuId : undefined}
        activeId={menu.active ? cannedOptionId(menu.active.id) : mentionMenu.active ? mentionOptionId(mentionMenu.active.id) : undefined}
        onWrite={(writing) => {
          drafts.write(threadId, kind, writing)
          // Visitors see when an agent is typing, so a note must not be reported.
          if (isLive || !isChat) onTyping()
        }}
        onCaret={(now, active) => {
          const isTyped = now.before.length > caret.before.length && now.before.startsWith(caret.before)
          if (kind === 'reply' && !isLive && isTyped && asksForArticle(now.before)) setChoosingArticle(true)
          setCaret(now)
          setFormats(active)
        }}
        onKey={(key, isMod, isShift) => {
          if (menu.onKey(key) || mentionMenu.onKey(key, isMod)) return true
          const sends = entersSend && key === 'Enter' && !isMod && !isShift
          if (sends && canSend) submit()
          return sends
        }}
        onTransfer={attachTransfer}
      />
      {isChoosingArticle && (
        <InsertArticle
          onInsert={({ text: words, html }) => {
            const typed = asksForArticle(caret.before) ? 2 : 0
            const isApart = typed > 0 || html !== null || !/\S$/.test(caret.before)
            replace(typed, { text: isApart ? words : ` ${words}`, html })
          }}
          onClose={() => {
            setChoosingArticle(false)
            // After the dialog has given the focus back to the button.
            requestAnimationFrame(() => field.current?.focus())
          }}
        />
      )}
      {replaced?.after === text && (
        <ReplacedNotice
          onUndo={() => {
            drafts.write(threadId, kind, replaced.before)
            field.current?.focus()
          }}
        />
      )}
      <LimitNotes draft={draft} limits={limits} />
      {unfilled.length > 0 && (
        <UnfilledNotice variables={unfilled} isRefused={refusedText === text} canSend={canSend} onSend={() => void send()} />
      )}
      {kind === 'reply' && <StagedChanges drafts={drafts} threadId={threadId} actions={draft.actions} />}
      <FileList draft={toDraftKey(threadId, kind)} files={files} onRemove={removeFile} />
      <div className="mt-1 flex flex-wrap items-center justify-end gap-2">
        <WritingTools field={field} formats={formats} limits={limits} onAttach={attach}>
          {kind === 'reply' && <IconButton icon={Zap} label={t('Saved replies')} hint="/" onClick={openSavedReplies} />}
          <IconButton
            icon={BookOpen}
            label={t('Insert an article')}
            hint={kind === 'reply' ? '//' : ''}
            aria-haspopup="dialog"
            hidden={isLive}
            onClick={() => setChoosingArticle(true)}
          />
          {isLive && <ChatParts thread={thread} />}
          <AssistantMenu isReply={kind === 'reply'} isEmpty={text.trim() === ''} onChoose={setAssistant} />
        </WritingTools>
        {isUploading && <span className="text-xs text-muted">{t('Uploading…')}</span>}
        <SendButton
          isReply={kind === 'reply'}
          keys={entersSend ? 'Enter' : formatKeys('send')}
          describedBy={kind === 'reply' ? replyTargetIds : undefined}
          whyNot={whyNotSend}
          onSend={submit}
          onResolve={() => onResolve(thread)}
          onMoveOn={(change) => change(onLeave(thread))}
        />
      </div>
    </div>
  )
}
