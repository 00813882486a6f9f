/** Table of all shortcuts, from which the key handlers, the help dialog and `aria-keyshortcuts` are generated. */
import type { OperationId } from '@skein/client'
import { message, t, type Message } from '../texts/texts.ts'
import { areSingleKeys, chosenKeys } from './chosen-keys.ts'

export type ShortcutGroup = 'Everywhere' | 'List' | 'Thread' | 'Composer' | 'Notifications' | 'Held mail'

export type Shortcut = {
  /** Keys in tinykeys syntax: `$mod` is Ctrl, or Cmd on a Mac; a space separates the keys of a sequence. */
  keys: string
  label: Message
  group: ShortcutGroup
  /** Whether the shortcut also works while the focus is in a text field. */
  inFields?: true
  /** The operation that the shortcut calls. The shortcut is disabled when the user's role does not allow the operation. */
  needs?: OperationId
}

export const shortcuts = {
  palette: { keys: '$mod+K', label: message('Search or go to anything'), group: 'Everywhere', inFields: true },
  help: { keys: '[Shift]+?', label: message('Show all shortcuts'), group: 'Everywhere' },
  wire: { keys: '$mod+Shift+Y', label: message('Show this tab’s API calls'), group: 'Everywhere', inFields: true },
  undo: { keys: 'z', label: message('Undo the last change'), group: 'Everywhere' },
  nextPane: { keys: 'F6', label: message('Move to the next pane'), group: 'Everywhere', inFields: true },
  search: { keys: '/', label: message('Search threads'), group: 'Everywhere' },
  goInbox: { keys: 'g i', label: message('Go to the inbox'), group: 'Everywhere' },
  goSuspended: { keys: 'g u', label: message('Go to held mail'), group: 'Everywhere' },
  goCustomers: { keys: 'g c', label: message('Go to customers'), group: 'Everywhere' },
  goNotifications: { keys: 'g n', label: message('Go to notifications'), group: 'Everywhere' },
  goKnowledge: { keys: 'g k', label: message('Go to the knowledge base'), group: 'Everywhere', needs: 'listKbArticles' },
  goMeetings: { keys: 'g m', label: message('Go to meetings'), group: 'Everywhere' },
  goReports: { keys: 'g r', label: message('Go to reports'), group: 'Everywhere' },
  goSettings: { keys: 'g s', label: message('Go to settings'), group: 'Everywhere' },
  goDeveloper: { keys: 'g d', label: message('Go to Developers'), group: 'Everywhere', needs: 'createApiKey' },
  toggleList: { keys: '\\', label: message('Show or hide the list'), group: 'List' },
  next: { keys: 'j', label: message('Next thread or row'), group: 'List' },
  previous: { keys: 'k', label: message('Previous thread or row'), group: 'List' },
  open: { keys: 'Enter', label: message('Open the thread or row'), group: 'List' },
  select: { keys: 'x', label: message('Select'), group: 'List' },
  selectNext: { keys: 'Shift+J', label: message('Select the next one too'), group: 'List' },
  selectPrevious: { keys: 'Shift+K', label: message('Select the previous one too'), group: 'List' },
  selectAll: { keys: '$mod+A', label: message('Select all'), group: 'List' },
  back: { keys: 'Escape', label: message('Back to the list'), group: 'List', inFields: true },
  resolve: { keys: 'e', label: message('Resolve'), group: 'Thread', needs: 'updateThread' },
  reopen: { keys: 'Shift+E', label: message('Reopen'), group: 'Thread', needs: 'updateThread' },
  reply: { keys: 'r', label: message('Reply'), group: 'Thread', needs: 'replyToThread' },
  replyAll: { keys: 'Shift+R', label: message('Reply to all'), group: 'Thread', needs: 'replyToThread' },
  note: { keys: 'n', label: message('Internal note'), group: 'Thread', needs: 'createMessage' },
  assign: { keys: 'a', label: message('Assign'), group: 'Thread', needs: 'assignThread' },
  take: { keys: 'i', label: message('Assign to me'), group: 'Thread', needs: 'assignThread' },
  team: { keys: 'Shift+T', label: message('Move to a team'), group: 'Thread', needs: 'assignThread' },
  label: { keys: 'l', label: message('Label'), group: 'Thread', needs: 'changeThreadLabels' },
  priority: { keys: 'p', label: message('Priority'), group: 'Thread', needs: 'updateThread' },
  status: { keys: 'Shift+S', label: message('Set the status'), group: 'Thread', needs: 'updateThread' },
  snooze: { keys: 'h', label: message('Snooze'), group: 'Thread', needs: 'snoozeThread' },
  wake: { keys: 'Shift+H', label: message('Wake now'), group: 'Thread', needs: 'unsnoozeThread' },
  macro: { keys: 'q', label: message('Apply a saved reply'), group: 'Thread', needs: 'applyCannedResponse' },
  schedule: { keys: 'b', label: message('Schedule a meeting'), group: 'Thread', needs: 'scheduleMeeting' },
  merge: { keys: 'm', label: message('Merge into another thread'), group: 'Thread', needs: 'mergeThread' },
  unmerge: { keys: 'Shift+U', label: message('Undo merge'), group: 'Thread', needs: 'unmergeThread' },
  split: { keys: 'Shift+M', label: message('Move messages to a new thread'), group: 'Thread', needs: 'splitThread' },
  markUnread: { keys: 'u', label: message('Mark as unread'), group: 'Thread', needs: 'markThreadRead' },
  participants: { keys: 'w', label: message('See who gets the replies'), group: 'Thread' },
  follow: { keys: 's', label: message('Follow or unfollow'), group: 'Thread', needs: 'followThread' },
  forward: { keys: 'Shift+F', label: message('Forward by email'), group: 'Thread', needs: 'forwardThread' },
  fields: { keys: 'f', label: message('Custom fields'), group: 'Thread', needs: 'updateThread' },
  rename: { keys: 'F2', label: message('Rename the thread'), group: 'Thread', needs: 'updateThread' },
  newThread: { keys: 'c', label: message('New thread'), group: 'Everywhere', needs: 'createThread' },
  toggleCustomer: { keys: ']', label: message('Show or hide the customer'), group: 'Thread' },
  mailHeader: { keys: 'v', label: message('Show or hide sender and recipients'), group: 'Thread' },
  retryDelivery: { keys: 't', label: message('Try a failed reply again'), group: 'Thread', needs: 'sendMessageNow' },
  copyId: { keys: '.', label: message('Copy ID'), group: 'Thread' },
  copyCurl: { keys: 'Shift+Period', label: message('Copy as cURL'), group: 'Thread' },
  original: { keys: 'o', label: message('Show the email as it was sent'), group: 'Thread' },
  archiveNotification: { keys: 'e', label: message('Archive'), group: 'Notifications' },
  snoozeNotification: { keys: 'h', label: message('Snooze'), group: 'Notifications' },
  readNotification: { keys: 'u', label: message('Mark as read or unread'), group: 'Notifications' },
  readNotifications: { keys: 'Shift+U', label: message('Mark all as read'), group: 'Notifications' },
  releaseMail: { keys: 'y', label: message('Release'), group: 'Held mail', needs: 'releaseInboundMail' },
  discardMail: { keys: 'd', label: message('Discard'), group: 'Held mail', needs: 'discardInboundMail' },
  allowSender: { keys: 'Shift+A', label: message('Allow the sender'), group: 'Held mail', needs: 'createSenderRule' },
  blockSender: { keys: 'Shift+B', label: message('Block the sender'), group: 'Held mail', needs: 'createSenderRule' },
  send: {
    keys: '$mod+Enter',
    label: message('Send (press twice to skip the wait)'),
    group: 'Composer',
    inFields: true,
    needs: 'replyToThread',
  },
  recipients: { keys: '$mod+Period', label: message('Change the recipients'), group: 'Composer', inFields: true, needs: 'replyToThread' },
  sendAndResolve: {
    keys: '$mod+Shift+Enter',
    label: message('Send and resolve'),
    group: 'Composer',
    inFields: true,
    needs: 'replyToThread',
  },
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutId = keyof typeof shortcuts

export const shortcutGroups: Readonly<Record<ShortcutGroup, Message>> = {
  Everywhere: message('Everywhere'),
  List: message('In a list'),
  Thread: message('In a thread'),
  Composer: message('While you write'),
  Notifications: message('Notifications'),
  'Held mail': message('Held mail'),
}

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Returns the shortcut's active keys; null when the agent has switched off single-character shortcuts. */
export function getKeys(id: ShortcutId): string | null {
  const keys = getAssignedKeys(id)
  return !chosenKeys.get().areSingleKeysOn && areSingleKeys(keys) ? null : keys
}

/** Returns the agent's keys or the default keys, even if they are switched off. */
function getAssignedKeys(id: ShortcutId): string {
  return chosenKeys.get().keys[id] ?? shortcuts[id].keys
}

/** Returns an error sentence when a shortcut cannot have these keys; null when it can. */
export function findKeyProblem(id: ShortcutId, keys: string): string | null {
  const { label, inFields }: Shortcut = shortcuts[id]
  if (inFields && areSingleKeys(keys))
    return t('“{shortcut}” also works while you type, so it needs Ctrl, Alt or a function key.', { shortcut: t(label) })
  const plain = (given: string): string => given.replaceAll('[Shift]+', '').toLowerCase()
  // Safe because the keys of the table are its ids.
  const others = (Object.keys(shortcuts) as ShortcutId[]).filter((each) => each !== id && !mayShareKeys(each, id))
  const wanted = plain(keys)
  const other = others.find((each) => plain(getAssignedKeys(each)) === wanted || plain(getAssignedKeys(each)).startsWith(`${wanted} `))
  return other ? t('“{shortcut}” already uses these keys.', { shortcut: t(shortcuts[other].label) }) : null
}

/** Whether two shortcuts may share keys, because one acts on notifications and the other on a thread. */
export function mayShareKeys(one: ShortcutId, other: ShortcutId): boolean {
  const groups = new Set<ShortcutGroup>([shortcuts[one].group, shortcuts[other].group])
  return groups.has('Notifications') && groups.has('Thread')
}

/** Formats keys for the screen, such as `Ctrl Shift Y` or `G then I`. */
export function formatKeys(id: ShortcutId): string {
  const keys = getKeys(id)
  return keys === null ? '' : formatPresses(keys)
}

/** Formats keys in tinykeys syntax. */
export function formatPresses(keys: string): string {
  const shown = keys
    .replace('[Shift]+', '')
    .replace('$mod', isMac ? '⌘' : t('Ctrl'))
    .replace('Escape', 'Esc')
    .replace('Period', '.')
    .split(' ')
    .map((press) => press.split('+').map(upperCaseLetter).join(' '))
  return shown.reduce((first, second) => t('{first} then {second}', { first, second }))
}

/** Formats keys for `aria-keyshortcuts`, such as `Control+Shift+Y`. The attribute cannot express sequences. */
export function formatAriaKeys(id: ShortcutId): string | undefined {
  const keys = getKeys(id)
  if (keys === null || keys.includes(' ')) return undefined
  return keys
    .replace('[Shift]+', '')
    .replace('Period', '.')
    .replace('$mod', isMac ? 'Meta' : 'Control')
    .split('+')
    .map(upperCaseLetter)
    .join('+')
}

function upperCaseLetter(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key
}
