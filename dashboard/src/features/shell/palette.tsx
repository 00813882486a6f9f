import { useNavigate } from '@tanstack/react-router'
import { shortcuts, shownKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { runShortcut, usableShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Picker } from '../../ui/picker.tsx'
import { viewIds, views } from '../threads/views.ts'

/** Everything that can be done here and now, with its keys: whoever uses it learns them. */
export function Palette({ usable, onClose }: { usable: readonly ShortcutId[]; onClose: () => void }) {
  const navigate = useNavigate()
  const options = [
    ...usable.map((id) => ({ id, name: shortcuts[id].label, detail: shownKeys(id) })),
    ...viewIds.map((view) => ({ id: `view:${view}`, name: `Go to ${views[view].name}` })),
  ]
  const pick = (id: string): void => {
    const view = viewIds.find((each) => id === `view:${each}`)
    const shortcut = usable.find((each) => each === id)
    if (view) void navigate({ to: '/inbox/$view', params: { view } })
    // After the palette has closed and the focus is back where it was.
    else if (shortcut) setTimeout(() => runShortcut(shortcut))
  }
  return <Picker label="What do you want to do" options={options} onPick={pick} onClose={onClose} />
}

/** What can be done with what is open stands before the ways to elsewhere. */
const groups = ['Thread', 'Composer', 'List', 'Everywhere']

/** What can be chosen: asked before the palette opens, since it takes the focus. */
export function paletteShortcuts(): ShortcutId[] {
  const rank = (id: ShortcutId): number => groups.indexOf(shortcuts[id].group)
  return usableShortcuts()
    .filter((id) => id !== 'palette' && id !== 'next' && id !== 'previous' && id !== 'open' && id !== 'nextPane')
    .toSorted((one, other) => rank(one) - rank(other))
}
