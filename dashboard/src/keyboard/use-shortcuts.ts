import { useEffect, useRef } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import { shortcuts, type Shortcut, type ShortcutId } from './shortcuts.ts'

/** Runs what belongs to a shortcut while the component is shown. Keys in fields and dialogs, and those of an input method, are left alone. */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    registered.add(latest)
    return () => void registered.delete(latest)
  }, [])
  useEffect(() => {
    const bindings: Record<string, (event: KeyboardEvent) => void> = {}
    for (const [id, shortcut] of entries) {
      bindings[shortcut.keys] = (event) => {
        const action = latest.current[id]
        if (!action || event.isComposing || event.defaultPrevented || isElsewhere(event, shortcut)) return
        event.preventDefault()
        action(event)
      }
    }
    const handle = createKeybindingsHandler(bindings, { ignore: () => false })
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [])
}

type Actions = Partial<Record<ShortcutId, (event: KeyboardEvent) => void>>

/** The actions of all components that are shown. */
const registered = new Set<{ readonly current: Actions }>()

/** The shortcuts that do something now, in the order of the table. */
export function usableShortcuts(): ShortcutId[] {
  return entries.map(([id]) => id).filter((id) => [...registered].some(({ current }) => current[id]))
}

/** Does what the keys would do. */
export function runShortcut(id: ShortcutId): void {
  for (const { current } of registered) current[id]?.(new KeyboardEvent('keydown'))
}

// Safe because the keys of the table are its ids.
const entries = Object.entries(shortcuts) as [ShortcutId, Shortcut][]

function isElsewhere({ target }: KeyboardEvent, { inFields, keys }: Shortcut): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog[open]')) return true
  // A button that has the focus takes Enter itself.
  if (keys === 'Enter' && target.closest('button, a, summary')) return true
  return !inFields && (target.isContentEditable || target.matches('input, textarea, select'))
}
