import type { Message, Thread } from '@skein/client'
import { formatKeys } from '../../../keyboard/shortcuts.ts'
import { listUsableShortcuts, runShortcut } from '../../../keyboard/use-shortcuts.ts'
import { useRights } from '../../../api/rights.ts'
import { t } from '../../../texts/texts.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { BookOpen, CircleDot, Copy, Download, Ellipsis, Eye, Forward, Languages, Link, Reply } from '../../../ui/icons.ts'
import { MenuButton, type MenuItem } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { focusMessage } from '../focused-message.ts'
import { useDownloadOriginal } from '../email/use-download-original.ts'
import { shownAsSent } from '../mail/shown-as-sent.ts'
import { useMarkUnread } from './use-mark-unread.ts'
import { useTurnIntoArticle } from './use-turn-into-article.ts'

type MessageBarProps = {
  message: Message
  thread: Thread
  /** Translates the message; null when it is translated already, or cannot be. */
  onTranslate: (() => void) | null
}

/**
 * Buttons over a message that appear with the pointer or the focus. Only the menu is a stop of the Tab key, because it contains all actions,
 * and long conversations would have too many stops.
 */
export function MessageBar({ message, thread, onTranslate }: MessageBarProps) {
  const { id, internal, bodyText, author, authorType, email, deletedAt } = message
  const meId = useMeId()
  const { whyNot } = useRights()
  const markUnread = useMarkUnread(thread.id)
  const downloadOriginal = useDownloadOriginal()
  const turnIntoArticle = useTurnIntoArticle(thread)
  /** Runs the shortcut of an action on this message. */
  const run = (shortcut: 'reply' | 'forward') => () => {
    focusMessage(id)
    runShortcut(shortcut)
  }
  const copy = (text: string, done: string) => () => void copyText(text).then(() => showToast({ kind: 'done', text: done }, 4_000))
  const canReply = !internal && whyNot('replyToThread') === null
  const canForward = !internal && deletedAt === null && whyNot('forwardThread') === null
  const listItems = (): MenuItem[] => [
    ...(canReply ? [{ label: t('Reply'), icon: Reply, keys: formatKeys('reply'), onSelect: run('reply') }] : []),
    ...(canForward && listUsableShortcuts().includes('forward')
      ? [{ label: t('Forward this message'), icon: Forward, keys: formatKeys('forward'), onSelect: run('forward') }]
      : []),
    ...(onTranslate ? [{ label: t('Translate'), icon: Languages, onSelect: onTranslate }] : []),
    ...(deletedAt === null ? [{ label: t('Copy text'), icon: Copy, onSelect: copy(bodyText, t('Copied the text')) }] : []),
    { label: t('Copy link'), icon: Link, onSelect: copy(toMessageUrl(message), t('Copied the link')) },
    ...(author?.id !== meId && authorType !== 'SYSTEM' && whyNot('markThreadRead') === null
      ? [{ label: t('Mark as unread from here'), icon: CircleDot, keys: formatKeys('markUnread'), onSelect: () => void markUnread(id) }]
      : []),
    ...(authorType === 'AGENT' && deletedAt === null && whyNot('createKbArticle') === null
      ? [{ label: t('Turn into an article'), icon: BookOpen, onSelect: () => void turnIntoArticle(message) }]
      : []),
    ...(email?.direction === 'IN'
      ? [
          'separator' as const,
          { label: t('Show as sent'), icon: Eye, keys: formatKeys('original'), onSelect: () => shownAsSent.set(message) },
          { label: t('Download the original'), icon: Download, onSelect: () => void downloadOriginal(message) },
        ]
      : []),
  ]
  return (
    <div className="pointer-events-none absolute end-2 -top-3.5 z-10 flex rounded-lg bg-raised opacity-0 shadow-2 group-focus-within/message:pointer-events-auto group-focus-within/message:opacity-100 group-hover/message:pointer-events-auto group-hover/message:opacity-100 has-aria-expanded:pointer-events-auto has-aria-expanded:opacity-100 forced-colors:border">
      {canReply && <IconButton icon={Reply} label={t('Reply to this message')} tabIndex={-1} onClick={run('reply')} />}
      {canForward && <IconButton icon={Forward} label={t('Forward this message')} tabIndex={-1} onClick={run('forward')} />}
      <MenuButton label={t('Actions of this message')} icon={Ellipsis} side="bottom-end" items={listItems} />
    </div>
  )
}

/** The address that opens the thread at a message. */
function toMessageUrl({ id, threadId }: Message): string {
  return `${location.origin}/inbox/all/${threadId}?message=${id}`
}
