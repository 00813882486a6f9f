/** Every shortcut, in one table: what the keys do, what `?` shows, and what `aria-keyshortcuts` says. */
export type Shortcut = {
  /** In the form of tinykeys: `$mod` is Ctrl, on a Mac Cmd. */
  keys: string
  label: string
  group: 'Everywhere' | 'List' | 'Thread' | 'Composer'
  /** Also while the focus is in a field. */
  inFields?: true
}

export const shortcuts = {
  palette: { keys: '$mod+K', label: 'Search what can be done', group: 'Everywhere', inFields: true },
  help: { keys: '[Shift]+?', label: 'Show the shortcuts', group: 'Everywhere' },
  wire: { keys: '$mod+Shift+Y', label: 'Show the calls of this tab', group: 'Everywhere', inFields: true },
  undo: { keys: 'z', label: 'Undo the last change', group: 'Everywhere' },
  nextPane: { keys: 'F6', label: 'Next pane', group: 'Everywhere', inFields: true },
  next: { keys: 'j', label: 'Next thread', group: 'List' },
  previous: { keys: 'k', label: 'Previous thread', group: 'List' },
  open: { keys: 'Enter', label: 'Open', group: 'List' },
  back: { keys: 'Escape', label: 'Back to the list', group: 'List', inFields: true },
  resolve: { keys: 'e', label: 'Resolve', group: 'Thread' },
  reopen: { keys: 'Shift+E', label: 'Reopen', group: 'Thread' },
  reply: { keys: 'r', label: 'Reply', group: 'Thread' },
  note: { keys: 'n', label: 'Internal note', group: 'Thread' },
  assign: { keys: 'a', label: 'Assign', group: 'Thread' },
  take: { keys: 'i', label: 'Assign to me', group: 'Thread' },
  label: { keys: 'l', label: 'Label', group: 'Thread' },
  priority: { keys: 'p', label: 'Priority', group: 'Thread' },
  snooze: { keys: 'h', label: 'Snooze', group: 'Thread' },
  send: { keys: '$mod+Enter', label: 'Send', group: 'Composer', inFields: true },
  sendAndResolve: { keys: '$mod+Shift+Enter', label: 'Send and resolve', group: 'Composer', inFields: true },
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutId = keyof typeof shortcuts

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys as people read them: `Ctrl Shift Y`. */
export function shownKeys(id: ShortcutId): string {
  return shortcuts[id].keys
    .replace('[Shift]+', '')
    .replace('$mod', isMac ? '⌘' : 'Ctrl')
    .replace('Escape', 'Esc')
    .split('+')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
    .join(' ')
}

/** The keys as assistive technology reads them: `Control+Shift+Y`. */
export function ariaKeys(id: ShortcutId): string {
  return shortcuts[id].keys
    .replace('[Shift]+', '')
    .replace('$mod', isMac ? 'Meta' : 'Control')
    .split('+')
    .map((key) => (key.length === 1 ? key.toUpperCase() : key))
    .join('+')
}
