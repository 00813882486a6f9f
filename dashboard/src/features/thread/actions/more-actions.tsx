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
  ShieldBan,
  Smile,
  Split,
  SquarePen,
  TextCursorInput,
  UsersRound,
  Workflow,
  type IconType,
} from '../../../ui/icons.ts'
import { MenuButton, type MenuItem } from '../../../ui/menu.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { fromTwoPanes, useMedia } from '../../../ui/use-media.ts'
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

/** Actions in menu order. */
const actions = {
  // On phones only. Wider screens have buttons for both.
  snooze: { label: message('Snooze'), icon: AlarmClock },
  toggleCustomer: { label: message('Customer'), icon: PanelRight },
  follow: { label: message('Follow or unfollow'), icon: BellRing },
  markUnread: { label: message('Mark as unread'), icon: CircleDot },
  participants: { label: message('People in this conversation'), icon: UsersRound },
  forward: { label: message('Forward by email'), icon: Forward },
  schedule: { label: message('Schedule a meeting'), icon: CalendarDays },
  merge: { label: message('Merge into another thread'), icon: Merge },
  split: { label: message('Move messages to a new thread'), icon: Split },
  fields: { label: message('Custom fields'), icon: TextCursorInput },
  copyId: { label: message('Copy ID'), icon: Copy },
  copyCurl: { label: message('Copy as cURL'), icon: Code },
} as const satisfies Partial<Record<ShortcutId, { label: Message; icon: IconType }>>
// Safe because the keys of the table are ids of shortcuts.
const actionIds = Object.keys(actions) as (keyof typeof actions)[]
type Open = 'merge' | 'split' | 'fields' | 'followUp' | 'spam' | 'participants' | 'measures' | 'rating' | 'automations' | 'files'

/** Overflow menu of a thread's less frequent actions, with their shortcuts. */
export function MoreActions({ thread }: { thread: Thread }) {
  const { settings } = useApi()
  const [open, setOpen] = useState<Open | null>(null)
  /** The message to forward, or null for the latest one; undefined while the dialog is closed. */
  const [forwardedId, setForwardedId] = useState<string | null>()
  const isTwo = useMedia(fromTwoPanes)
  const rights = useRights()
  const mayCreate = rights.whyNot('createThread') === null
  const mayMarkAsSpam = thread.status !== 'closed' && rights.whyNot('markThreadAsSpam') === null
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
  const listItems = (): MenuItem[] => [
    ...actionIds
      .filter((id) => listUsableShortcuts().includes(id) && !(isTwo && (id === 'snooze' || id === 'toggleCustomer')))
      .map((id) => ({ label: t(actions[id].label), icon: actions[id].icon, keys: formatKeys(id), onSelect: () => runShortcut(id) })),
    ...(mayCreate
      ? [
          {
            label: t('New thread for {customer}', { customer: getCustomerName(thread.customer) }),
            icon: SquarePen,
            onSelect: () => setOpen('followUp'),
          } as const,
        ]
      : []),
    ...(rights.whyNot('createSatisfactionRequest') === null
      ? [{ label: t('Ask for a rating'), icon: Smile, onSelect: () => setOpen('rating') } as const]
      : []),
    { label: t('Files of this thread'), icon: Paperclip, onSelect: () => setOpen('files') },
    { label: t('Print'), icon: FileText, onSelect: () => void window.open(`/print/${thread.id}`, '_blank', 'noopener') },
    { label: t('How it counts in reports'), icon: ChartColumn, onSelect: () => setOpen('measures') },
    ...(mayReadRuns ? [{ label: t('What rules did here'), icon: Workflow, onSelect: () => setOpen('automations') } as const] : []),
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
      {open === 'spam' && <SpamDialog thread={thread} onClose={close} />}
      {open === 'followUp' && <NewThread customer={thread.customer} inboxId={thread.inboxId} onClose={close} />}
    </>
  )
}
