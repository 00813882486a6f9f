/** The table of all shortcuts. The key handlers, the help dialog and `aria-keyshortcuts` are made from it. */
import type { OperationId } from '@skein/client'
import { areSingleKeys, chosenKeys } from './chosen-keys.ts'

export type Shortcut = {
  /** Keys in the syntax of tinykeys: `$mod` is Ctrl, or Cmd on a Mac; a space separates keys that are pressed one after another. */
  keys: string
  label: string
  group: 'Everywhere' | 'List' | 'Thread' | 'Composer' | 'Suspended mail'
  /** Whether the shortcut also works while the focus is in a text field. */
  inFields?: true
  /** The operation that the shortcut calls. The shortcut is disabled for users whose role does not allow the operation. */
  needs?: OperationId
}

export const shortcuts = {
  palette: { keys: '$mod+K', label: 'Open the palette of commands', group: 'Everywhere', inFields: true },
  help: { keys: '[Shift]+?', label: 'Show the shortcuts', group: 'Everywhere' },
  wire: { keys: '$mod+Shift+Y', label: 'Show the API calls of this tab', group: 'Everywhere', inFields: true },
  undo: { keys: 'z', label: 'Undo the last change', group: 'Everywhere' },
  nextPane: { keys: 'F6', label: 'Next pane', group: 'Everywhere', inFields: true },
  search: { keys: '/', label: 'Search threads', group: 'Everywhere' },
  goInbox: { keys: 'g i', label: 'Go to the inbox', group: 'Everywhere' },
  goSuspended: { keys: 'g u', label: 'Go to suspended mail', group: 'Everywhere' },
  goCustomers: { keys: 'g c', label: 'Go to customers', group: 'Everywhere' },
  goMeetings: { keys: 'g m', label: 'Go to meetings', group: 'Everywhere' },
  goSettings: { keys: 'g s', label: 'Go to settings', group: 'Everywhere' },
  goDeveloper: { keys: 'g d', label: 'Go to the developer pages', group: 'Everywhere', needs: 'createApiKey' },
  toggleList: { keys: '\\', label: 'Show or hide the list', group: 'List' },
  toggleCustomer: { keys: ']', label: 'Show or hide the customer', group: 'Thread' },
  next: { keys: 'j', label: 'Next in the list', group: 'List' },
  previous: { keys: 'k', label: 'Previous in the list', group: 'List' },
  open: { keys: 'Enter', label: 'Open', group: 'List' },
  select: { keys: 'x', label: 'Select', group: 'List' },
  selectNext: { keys: 'Shift+J', label: 'Also select the next', group: 'List' },
  selectPrevious: { keys: 'Shift+K', label: 'Also select the previous', group: 'List' },
  selectAll: { keys: '$mod+A', label: 'Select all', group: 'List' },
  back: { keys: 'Escape', label: 'Back to the list', group: 'List', inFields: true },
  resolve: { keys: 'e', label: 'Resolve', group: 'Thread', needs: 'updateThread' },
  reopen: { keys: 'Shift+E', label: 'Reopen', group: 'Thread', needs: 'updateThread' },
  reply: { keys: 'r', label: 'Reply', group: 'Thread', needs: 'replyToThread' },
  replyAll: { keys: 'Shift+R', label: 'Reply to everybody', group: 'Thread', needs: 'replyToThread' },
  note: { keys: 'n', label: 'Internal note', group: 'Thread', needs: 'createMessage' },
  assign: { keys: 'a', label: 'Assign', group: 'Thread', needs: 'assignThread' },
  take: { keys: 'i', label: 'Assign to me', group: 'Thread', needs: 'assignThread' },
  label: { keys: 'l', label: 'Label', group: 'Thread', needs: 'changeThreadLabels' },
  priority: { keys: 'p', label: 'Priority', group: 'Thread', needs: 'updateThread' },
  snooze: { keys: 'h', label: 'Snooze', group: 'Thread', needs: 'snoozeThread' },
  schedule: { keys: 'b', label: 'Schedule a meeting', group: 'Thread', needs: 'scheduleMeeting' },
  merge: { keys: 'm', label: 'Merge into another thread', group: 'Thread', needs: 'mergeThread' },
  unmerge: { keys: 'Shift+U', label: 'Undo the merge', group: 'Thread', needs: 'unmergeThread' },
  split: { keys: 'Shift+M', label: 'Split messages off', group: 'Thread', needs: 'splitThread' },
  participants: { keys: 'w', label: 'Who takes part by mail', group: 'Thread' },
  forward: { keys: 'Shift+F', label: 'Forward by mail', group: 'Thread', needs: 'forwardThread' },
  fields: { keys: 'f', label: 'Custom fields', group: 'Thread', needs: 'updateThread' },
  newThread: { keys: 'c', label: 'New thread', group: 'Everywhere', needs: 'createThread' },
  mailHeader: { keys: 'v', label: 'Show or hide sender and recipients', group: 'Thread' },
  retryDelivery: { keys: 't', label: 'Send a failed reply again', group: 'Thread', needs: 'sendMessageNow' },
  copyId: { keys: '.', label: 'Copy the id', group: 'Thread' },
  copyCurl: { keys: 'Shift+Period', label: 'Copy as cURL', group: 'Thread' },
  original: { keys: 'o', label: 'Show the original mail', group: 'Thread' },
  releaseMail: { keys: 'y', label: 'Release', group: 'Suspended mail', needs: 'releaseInboundMail' },
  discardMail: { keys: 'd', label: 'Discard', group: 'Suspended mail', needs: 'discardInboundMail' },
  allowSender: { keys: 'Shift+A', label: 'Allow the sender', group: 'Suspended mail', needs: 'createSenderRule' },
  blockSender: { keys: 'Shift+B', label: 'Block the sender', group: 'Suspended mail', needs: 'createSenderRule' },
  send: { keys: '$mod+Enter', label: 'Send; twice to send at once', group: 'Composer', inFields: true, needs: 'replyToThread' },
  recipients: { keys: '$mod+Period', label: 'Change the recipients', group: 'Composer', inFields: true, needs: 'replyToThread' },
  sendAndResolve: { keys: '$mod+Shift+Enter', label: 'Send and resolve', group: 'Composer', inFields: true, needs: 'replyToThread' },
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutId = keyof typeof shortcuts

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Returns the shortcut's current keys; null when the agent has switched single keys off. */
export function getKeys(id: ShortcutId): string | null {
  const keys = getAssignedKeys(id)
  return !chosenKeys.get().areSingleKeysOn && areSingleKeys(keys) ? null : keys
}

/** Returns the agent's keys or the default keys, even if they are switched off. */
function getAssignedKeys(id: ShortcutId): string {
  return chosenKeys.get().keys[id] ?? shortcuts[id].keys
}

/** Returns why a shortcut cannot have these keys, as a sentence for the screen; null when it can. */
export function findKeyProblem(id: ShortcutId, keys: string): string | null {
  const { label, inFields }: Shortcut = shortcuts[id]
  if (inFields && areSingleKeys(keys)) return `“${label}” also works while you type: it needs Ctrl, Alt or a function key.`
  const plain = (given: string): string => given.replaceAll('[Shift]+', '').toLowerCase()
  // Safe because the keys of the table are its ids.
  const others = (Object.keys(shortcuts) as ShortcutId[]).filter((each) => each !== id)
  const wanted = plain(keys)
  const other = others.find((each) => plain(getAssignedKeys(each)) === wanted || plain(getAssignedKeys(each)).startsWith(`${wanted} `))
  return other ? `“${shortcuts[other].label}” has these keys.` : null
}

/** Formats the keys for the screen, such as `Ctrl Shift Y` or `G then I`. */
export function formatKeys(id: ShortcutId): string {
  const keys = getKeys(id)
  if (keys === null) return ''
  const shown = keys
    .replace('[Shift]+', '')
    .replace('$mod', isMac ? '⌘' : 'Ctrl')
    .replace('Escape', 'Esc')
    .replace('Period', '.')
    .split(' ')
    .map((press) => press.split('+').map(upperCaseLetter).join(' '))
  return shown.join(' then ')
}

/** Formats the keys for `aria-keyshortcuts`, such as `Control+Shift+Y`. That attribute cannot express sequences. */
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
