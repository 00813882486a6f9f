import { useEffect, useRef } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import type { OperationId } from '@skein/client'
import { chosenKeys } from './chosen-keys.ts'
import { keysOf, shortcuts, type Shortcut, type ShortcutId } from './shortcuts.ts'

/** Runs what belongs to a shortcut while the component is shown. Keys in fields and dialogs, and those of an input method, are left alone. */
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

/** The actions of all components that are shown. */
const registered = new Set<{ readonly current: Actions }>()

let isAllowed = (_operation: OperationId): boolean => true

/** What the role of whoever is signed in lets them do. */
export function limitShortcuts(allows: (operation: OperationId) => boolean): void {
  isAllowed = allows
}

/** Whoever was shown last comes first: a dialog's action before that of the screen below it. */
function actionOf(id: ShortcutId): ((event: KeyboardEvent) => void) | undefined {
  const { needs }: Shortcut = shortcuts[id]
  if (needs !== undefined && !isAllowed(needs)) return undefined
  return [...registered].toReversed().find(({ current }) => current[id])?.current[id]
}

let isListening = false

/** One listener for the page, with the keys as they are now. */
function listen(): void {
  if (isListening) return
  isListening = true
  let handle = handlerOfKeys()
  chosenKeys.subscribe(() => {
    handle = handlerOfKeys()
  })
  addEventListener('keydown', (event) => handle(event))
}

/** Keys one after the other are asked first, so that the last of them does not do its own work, too. */
function handlerOfKeys(): (event: KeyboardEvent) => void {
  const all = entries.flatMap(([id, shortcut]) => {
    const keys = keysOf(id)
    return keys === null ? [] : [{ id, keys, shortcut }]
  })
  const isSequence = ({ keys }: { keys: string }): boolean => keys.includes(' ')
  const bindings: Record<string, (event: KeyboardEvent) => void> = {}
  for (const { id, keys, shortcut } of [...all.filter(isSequence), ...all.filter((each) => !isSequence(each))]) {
    bindings[keys] = (event) => {
      if (event.isComposing || event.defaultPrevented || isElsewhere(event, shortcut)) return
      const action = actionOf(id)
      if (!action) return
      event.preventDefault()
      action(event)
    }
  }
  return createKeybindingsHandler(bindings, { ignore: () => false })
}

/** The shortcuts that do something now, in the order of the table. */
export function usableShortcuts(): ShortcutId[] {
  return entries.map(([id]) => id).filter(actionOf)
}

/** Does what the keys would do. */
export function runShortcut(id: ShortcutId): void {
  actionOf(id)?.(new KeyboardEvent('keydown'))
}

// Safe because the keys of the table are its ids.
const entries = Object.entries(shortcuts) as [ShortcutId, Shortcut][]

function isElsewhere({ target }: KeyboardEvent, { inFields, keys }: Shortcut): boolean {
  if (!(target instanceof HTMLElement)) return false
  // Also when the focus is nowhere.
  if (target.closest('dialog[open]') || document.querySelector('dialog:modal')) return true
  // A button that has the focus takes Enter itself.
  if (keys === 'Enter' && target.closest('button, a, summary')) return true
  return !inFields && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
}
