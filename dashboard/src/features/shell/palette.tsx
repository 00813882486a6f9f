import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { shortcuts, formatKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { runShortcut, listUsableShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'
import {
  AlarmClock,
  AlarmClockOff,
  Archive,
  Bell,
  BellRing,
  BookOpen,
  CalendarDays,
  ChartColumn,
  CheckCheck,
  ChevronRight,
  CircleCheck,
  CircleDot,
  CirclePause,
  Code,
  Copy,
  Forward,
  Inbox,
  Keyboard,
  Lock,
  Mail,
  PanelRight,
  Pencil,
  Reply,
  RotateCcw,
  Search,
  Settings,
  SquarePen,
  Tag,
  TextCursorInput,
  UserRound,
  UserRoundPlus,
  Users,
  UsersRound,
  type IconType,
} from '../../ui/icons.ts'
import { Picker, type Option } from '../../ui/picker.tsx'
import { message, t } from '../../texts/texts.ts'
import { noteSearch } from '../search/recent-searches.ts'
import { useFound } from '../search/use-found.ts'
import { viewIds, views } from '../threads/views.ts'
import { matches } from '../../ui/fold-words.ts'

/** Icons of shortcuts. Others get the default command arrow. */
const icons: Readonly<Partial<Record<ShortcutId, IconType>>> = {
  help: Keyboard,
  wire: Code,
  undo: RotateCcw,
  search: Search,
  goInbox: Inbox,
  goSuspended: CirclePause,
  goCustomers: UsersRound,
  goNotifications: Bell,
  goKnowledge: BookOpen,
  goMeetings: CalendarDays,
  goReports: ChartColumn,
  goSettings: Settings,
  goDeveloper: Code,
  toggleCustomer: PanelRight,
  resolve: CircleCheck,
  reopen: RotateCcw,
  reply: Reply,
  replyAll: Reply,
  note: Lock,
  assign: UserRoundPlus,
  take: UserRound,
  label: Tag,
  priority: ChartColumn,
  snooze: AlarmClock,
  wake: AlarmClockOff,
  status: CircleDot,
  team: Users,
  schedule: CalendarDays,
  participants: UsersRound,
  follow: BellRing,
  archiveNotification: Archive,
  snoozeNotification: AlarmClock,
  readNotifications: CheckCheck,
  forward: Forward,
  fields: TextCursorInput,
  rename: Pencil,
  newThread: SquarePen,
  mailHeader: Mail,
  original: Mail,
  markUnread: CircleDot,
  copyId: Copy,
  copyCurl: Copy,
}

const searchId = 'search-for'
const mark = (icon: IconType) => <Icon of={icon} className="text-muted" />

/**
 * Command palette: available shortcuts with their keys, views to open, a search for the typed text, and after two letters what has that
 * name. Results come last, so that nothing moves under the agent's keys when they arrive.
 */
export function Palette({ usable, onClose }: { usable: readonly ShortcutId[]; onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const typed = text.trim()
  const options: Option[] = [
    ...usable.map((id) => ({
      id,
      name: t(shortcuts[id].label),
      keys: formatKeys(id),
      mark: mark(icons[id] ?? ChevronRight),
      group: t(groupNames[getGroup(id)]),
    })),
    ...viewIds.map((view) => ({
      id: `view:${view}`,
      name: t('Go to {view}', { view: t(views[view].name) }),
      mark: mark(views[view].icon),
      group: t(groupNames.places),
    })),
  ]
  const found = useFound(typed)
  const shown = options.filter(({ name, keys = '' }) => matches(`${name} ${keys}`, typed))
  const search: Option[] =
    typed === ''
      ? []
      : [{ id: searchId, name: t('Search threads for “{words}”', { words: typed }), mark: mark(Search), group: t('Threads') }]
  const pick = (id: string): void => {
    const view = viewIds.find((each) => id === `view:${each}`)
    const shortcut = usable.find((each) => each === id)
    const link = found.find((each) => each.id === id)?.link
    if (link) void navigate(link)
    else if (id === searchId) {
      noteSearch(typed)
      void navigate({ to: '/inbox/$view', params: { view: 'search' }, search: { q: typed } })
    } else if (view) void navigate({ to: '/inbox/$view', params: { view } })
    // Run the shortcut after the palette has closed, because its action depends on the element that had the focus.
    else if (shortcut) setTimeout(() => runShortcut(shortcut))
  }
  return <Picker label={t('Search or go to')} options={[...shown, ...search, ...found]} onType={setText} onPick={pick} onClose={onClose} />
}

/** Group headings in order: actions on the open thread come before navigation. */
const groupNames = {
  'Held mail': message('This email'),
  Notifications: message('This notification'),
  Thread: message('This thread'),
  Composer: message('While you write'),
  List: message('This list'),
  Everywhere: message('Anywhere'),
  places: message('Go to'),
} as const

/** Shortcuts that open an area are listed with the views. */
const getGroup = (id: ShortcutId): keyof typeof groupNames => (/^go[A-Z]/.test(id) ? 'places' : shortcuts[id].group)

/** Lists the palette's commands. Call this before the palette opens, because its dialog disables the screen's shortcuts. */
export function listPaletteShortcuts(): ShortcutId[] {
  const order = Object.keys(groupNames)
  const rank = (id: ShortcutId): number => order.indexOf(getGroup(id))
  return listUsableShortcuts()
    .filter((id) => id !== 'palette' && id !== 'next' && id !== 'previous' && id !== 'open' && id !== 'nextPane')
    .toSorted((one, other) => rank(one) - rank(other))
}
