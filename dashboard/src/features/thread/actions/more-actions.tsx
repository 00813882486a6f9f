import { useState } from 'react'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useRights } from '../../../api/rights.ts'
import { toCurl } from '../../../api/wire-log.ts'
import { formatKeys, type ShortcutId } from '../../../keyboard/shortcuts.ts'
import { runShortcut, listUsableShortcuts, useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { message, t, type Message } from '../../../texts/texts.ts'
import { copyText } from '../../../ui/copy-text.ts'
import {
  AlarmClock,
  BellRing,
  CalendarDays,
  ChartColumn,
  CircleDot,
  Code,
  Copy,
  Ellipsis,
  FileText,
  Forward,
  Merge,
  PanelRight,
  Paperclip,
  Pencil,
  ShieldBan,
  Smile,
  Split,
  SquarePen,
  TextCursorInput,
  Users,
  UsersRound,
  Workflow,
  type IconType,
} from '../../../ui/icons.ts'
import { MenuButton, type MenuItem, type MenuPart } from '../../../ui/menu.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { fromTwoPanes, useMedia } from '../../../ui/use-media.ts'
import { useTeams } from '../../threads/use-catalog.ts'
import { useOwnFollowing } from '../followers.ts'
import { getFocusedId } from '../focused-message.ts'
import { getCustomerName } from '../../../ui/customer-name.ts'

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog)
const SplitDialog = lazyDialog(async () => (await import('./split-dialog.tsx')).SplitDialog)
const FieldsDialog = lazyDialog(async () => (await import('./fields-dialog.tsx')).FieldsDialog)
const ParticipantsDialog = lazyDialog(async () => (await import('../email/participants-dialog.tsx')).ParticipantsDialog)
const ForwardDialog = lazyDialog(async () => (await import('../email/forward-dialog.tsx')).ForwardDialog)
const FilesSheet = lazyDialog(async () => (await import('./files-sheet.tsx')).FilesSheet)
const SpamDialog = lazyDialog(async () => (await import('./spam-dialog.tsx')).SpamDialog)
const ThreadMeasuresSheet = lazyDialog(async () => (await import('../../reports/thread-measures-sheet.tsx')).ThreadMeasuresSheet)
const RatingSheet = lazyDialog(async () => (await import('../../satisfaction/rating-sheet.tsx')).RatingSheet)
const ThreadAutomationsSheet = lazyDialog(
  async () => (await import('../../automations/thread-automations-sheet.tsx')).ThreadAutomationsSheet,
)
const NewThread = lazyDialog(async () => (await import('./new-thread.tsx')).NewThread)

/** Actions with a shortcut, as the menu names them. */
const actions = {
  // On phones only. Wider screens have buttons for both.
  snooze: { label: message('Snooze'), icon: AlarmClock },
  toggleCustomer: { label: message('Customer'), icon: PanelRight },
  markUnread: { label: message('Mark as unread'), icon: CircleDot },
  rename: { label: message('Rename the thread'), icon: Pencil },
  forward: { label: message('Forward by email'), icon: Forward },
  merge: { label: message('Merge into another thread'), icon: Merge },
  split: { label: message('Move messages to a new thread'), icon: Split },
  follow: { label: message('Follow or unfollow'), icon: BellRing },
  participants: { label: message('People in this conversation'), icon: UsersRound },
  team: { label: message('Move to a team'), icon: Users },
  schedule: { label: message('Schedule a meeting'), icon: CalendarDays },
  fields: { label: message('Custom fields'), icon: TextCursorInput },
  copyId: { label: message('Copy ID'), icon: Copy },
  copyCurl: { label: message('Copy as cURL'), icon: Code },
} as const satisfies Partial<Record<ShortcutId, { label: Message; icon: IconType }>>
type Open = 'merge' | 'split' | 'fields' | 'followUp' | 'spam' | 'participants' | 'measures' | 'rating' | 'automations' | 'files'

type MoreActionsProps = {
  thread: Thread
  /** Moves on after the thread was closed. */
  onLeave: (thread: Thread) => () => void
}

/** Overflow menu of a thread's less frequent actions, with their shortcuts. */
export function MoreActions({ thread, onLeave }: MoreActionsProps) {
  const { settings } = useApi()
  const [open, setOpen] = useState<Open | null>(null)
  /** The message to forward, or null for the latest one; undefined while the dialog is closed. */
  const [forwardedId, setForwardedId] = useState<string | null>()
  const isTwo = useMedia(fromTwoPanes)
  const rights = useRights()
  const mayCreate = rights.whyNot('createThread') === null
  const mayMarkAsSpam = thread.status !== 'closed' && rights.whyNot('markThreadAsSpam') === null
  const mayAskForRating = rights.whyNot('createSatisfactionRequest') === null
  const hasTeams = (useTeams().data ?? []).length > 0
  const mayReadRuns = rights.whyNot('listThreadAutomationRuns') === null
  const close = (): void => setOpen(null)
  const copy = async (text: string, what: string): Promise<void> => {
    await copyText(text)
    showToast({ kind: 'done', text: what }, 4_000)
  }
  const following = useOwnFollowing(thread.id)
  useShortcuts({
    follow: following.toggle,
    merge: () => setOpen('merge'),
    split: () => setOpen('split'),
    fields: () => setOpen('fields'),
    participants: () => setOpen('participants'),
    forward() {
      const id = getFocusedId()
      // A thread's row in the list may have the focus instead.
      setForwardedId(id?.startsWith('msg_') ? id : null)
    },
    copyId() {
      const id = getFocusedId() ?? thread.id
      void copy(id, t('Copied {id}', { id }))
    },
    copyCurl() {
      const path = getFocusedId() === null ? '' : '/messages'
      const url = `${settings.apiUrl}/api/v1/threads/${thread.id}${path}`
      void copy(
        toCurl({ method: 'GET', url, body: null, idempotencyKey: null }),
        t('Copied. Put an API key into {variable}.', { variable: '$SKEIN_API_KEY' }),
      )
    },
  })
  // Offer only the actions that the agent's role allows.
  const offer = (...ids: (keyof typeof actions)[]): MenuItem[] => {
    const usable = listUsableShortcuts()
    return ids
      .filter((id) => usable.includes(id))
      .map((id) => ({ label: t(actions[id].label), icon: actions[id].icon, keys: formatKeys(id), onSelect: () => runShortcut(id) }))
  }
  const offerIf = (isOffered: boolean, label: string, icon: IconType, sheet: Open): MenuItem[] =>
    isOffered ? [{ label, icon, onSelect: () => setOpen(sheet) }] : []
  const followUp = t('New thread for {customer}', { customer: getCustomerName(thread.customer) })
  const listItems = (): MenuPart[] => [
    { group: t('Conversation'), items: [...(isTwo ? [] : offer('snooze')), ...offer('rename', 'markUnread', 'forward', 'merge', 'split')] },
    {
      group: t('People'),
      items: [
        ...(isTwo ? [] : offer('toggleCustomer')),
        ...offer('follow', 'participants', ...(hasTeams ? (['team'] as const) : []), 'schedule'),
        ...offerIf(mayCreate, followUp, SquarePen, 'followUp'),
        ...offerIf(mayAskForRating, t('Ask for a rating'), Smile, 'rating'),
      ],
    },
    {
      group: t('Records'),
      items: [
        ...offer('fields'),
        { label: t('Files of this thread'), icon: Paperclip, onSelect: () => setOpen('files') },
        { label: t('Print'), icon: FileText, onSelect: () => void window.open(`/print/${thread.id}`, '_blank', 'noopener') },
        {
          label: t('Copy number {number}', { number: thread.ticketNumber }),
          icon: Copy,
          onSelect: () => void copy(thread.ticketNumber, t('Copied {id}', { id: thread.ticketNumber })),
        },
        ...offerIf(true, t('How it counts in reports'), ChartColumn, 'measures'),
        ...offerIf(mayReadRuns, t('What rules did here'), Workflow, 'automations'),
      ],
    },
    { group: t('Developers'), items: offer('copyId', 'copyCurl') },
    ...(mayMarkAsSpam
      ? (['separator', { label: t('Mark as spam'), icon: ShieldBan, isDangerous: true, onSelect: () => setOpen('spam') }] as const)
      : []),
  ]
  return (
    <>
      <MenuButton label={t('More actions')} icon={Ellipsis} side="bottom-end" items={listItems} />
      {open === 'merge' && <MergeDialog thread={thread} onClose={close} />}
      {open === 'split' && <SplitDialog thread={thread} onClose={close} />}
      {open === 'fields' && <FieldsDialog thread={thread} onClose={close} />}
      {open === 'participants' && <ParticipantsDialog thread={thread} onClose={close} />}
      {forwardedId !== undefined && <ForwardDialog thread={thread} messageId={forwardedId} onClose={() => setForwardedId(undefined)} />}
      {open === 'files' && <FilesSheet thread={thread} onClose={close} />}
      {open === 'measures' && <ThreadMeasuresSheet thread={thread} onClose={close} />}
      {open === 'rating' && <RatingSheet thread={thread} onClose={close} />}
      {open === 'automations' && <ThreadAutomationsSheet thread={thread} onClose={close} />}
      {open === 'spam' && <SpamDialog thread={thread} onMarked={() => onLeave(thread)} onClose={close} />}
      {open === 'followUp' && <NewThread customer={thread.customer} inboxId={thread.inboxId} onClose={close} />}
    </>
  )
}
