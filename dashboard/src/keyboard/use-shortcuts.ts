import { useEffect, useRef } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import type { OperationId } from '@skein/client'
import { chosenKeys } from './chosen-keys.ts'
import { getKeys, shortcuts, type Shortcut, type ShortcutId } from './shortcuts.ts'

/**
 * Runs an action when its shortcut is pressed while the component is mounted. Ignores keys in dialogs and during IME composition, and in
 * text fields unless the shortcut has `inFields`.
 */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    registered.add(latest)
    listen()
    return () => void registered.delete(latest)
  }, [])
}

type Actions = Partial<Record<ShortcutId, (event: KeyboardEvent) => void>>

/** The actions of all mounted components, in the order of mounting. */
const registered = new Set<{ readonly current: Actions }>()

let isAllowed = (_operation: OperationId): boolean => true

/** Sets which operations the signed-in user's role allows. Shortcuts that need another operation do nothing. */
export function setShortcutPermission(allows: (operation: OperationId) => boolean): void {
  isAllowed = allows
}

/** Returns the action for the first of these shortcuts that a mounted component handles. The component mounted last takes precedence. */
function findAction(...ids: readonly ShortcutId[]): ((event: KeyboardEvent) => void) | undefined {
  const allowed = ids.filter((id) => {
    const { needs }: Shortcut = shortcuts[id]
    return needs === undefined || isAllowed(needs)
  })
  for (const { current } of [...registered].toReversed()) {
    const id = allowed.find((each) => current[each])
    if (id) return current[id]
  }
  return undefined
}

let isListening = false

/** Installs the page's only key listener, and rebuilds its bindings when the agent reassigns keys. */
function listen(): void {
  if (isListening) return
  isListening = true
  let handle = createKeyHandler()
  chosenKeys.subscribe(() => {
    handle = createKeyHandler()
  })
  addEventListener('keydown', (event) => handle(event))
}

/** Creates the key handler. It tries sequences first, so that the last key of a sequence does not also run its own shortcut. */
function createKeyHandler(): (event: KeyboardEvent) => void {
  const all = entries.flatMap(([id, shortcut]) => {
    const keys = getKeys(id)
    return keys === null ? [] : [{ id, keys, shortcut }]
  })
  const isSequence = ({ keys }: { keys: string }): boolean => keys.includes(' ')
  const bindings: Record<string, (event: KeyboardEvent) => void> = {}
  const ordered = [...all.filter(isSequence), ...all.filter((each) => !isSequence(each))]
  for (const [keys, same] of Map.groupBy(ordered, (each) => each.keys)) {
    bindings[keys] = (event) => {
      const usable = same.filter(({ shortcut }) => !isElsewhere(event, shortcut))
      if (event.isComposing || event.defaultPrevented) return
      const action = findAction(...usable.map(({ id }) => id))
      if (!action) return
      event.preventDefault()
      action(event)
    }
  }
  return createKeybindingsHandler(bindings, { ignore: () => false })
}

/** Lists the shortcuts that currently have an action, in table order. */
export function listUsableShortcuts(): ShortcutId[] {
  return entries.map(([id]) => id).filter((id) => findAction(id))
}

/** Runs the shortcut's action as if its keys were pressed. */
export function runShortcut(id: ShortcutId): void {
  findAction(id)?.(new KeyboardEvent('keydown'))
}

// Safe because the keys of the table are its ids.
const entries = Object.entries(shortcuts) as [ShortcutId, Shortcut][]

function isElsewhere({ target }: KeyboardEvent, { inFields, keys }: Shortcut): boolean {
  if (!(target instanceof HTMLElement)) return false
  // A modal dialog blocks shortcuts even if no element has the focus.
  if (target.closest('dialog[open]') || document.querySelector('dialog:modal')) return true
  // A focused button or link handles Enter itself.
  if (keys === 'Enter' && target.closest('button, a, summary')) return true
  // Menus and listboxes handle letters themselves.
  if (target.closest('[role=menu], [role=listbox]')) return true
  return !inFields && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
}
