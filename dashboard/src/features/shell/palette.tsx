import { useNavigate } from '@tanstack/react-router'
import { shortcuts, formatKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { runShortcut, listUsableShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Picker } from '../../ui/picker.tsx'
import { viewIds, views } from '../threads/views.ts'

/** Lists the shortcuts that currently work, with their keys, and the views to go to. */
export function Palette({ usable, onClose }: { usable: readonly ShortcutId[]; onClose: () => void }) {
  const navigate = useNavigate()
  const options = [
    ...usable.map((id) => ({ id, name: shortcuts[id].label, detail: formatKeys(id) })),
    ...viewIds.map((view) => ({ id: `view:${view}`, name: `Go to ${views[view].name}` })),
  ]
  const pick = (id: string): void => {
    const view = viewIds.find((each) => id === `view:${each}`)
    const shortcut = usable.find((each) => each === id)
    if (view) void navigate({ to: '/inbox/$view', params: { view } })
    // Run the shortcut after the palette has closed, because its action depends on the element that had the focus.
    else if (shortcut) setTimeout(() => runShortcut(shortcut))
  }
  return <Picker label="What do you want to do" options={options} onPick={pick} onClose={onClose} />
}

/** The order of the groups: actions on the open thread come before navigation. */
const groups = ['Thread', 'Composer', 'List', 'Everywhere']

/** Lists the palette's shortcuts. Call this before the palette opens, because its dialog disables the shortcuts of the screen. */
export function listPaletteShortcuts(): ShortcutId[] {
  const rank = (id: ShortcutId): number => groups.indexOf(shortcuts[id].group)
  return listUsableShortcuts()
    .filter((id) => id !== 'palette' && id !== 'next' && id !== 'previous' && id !== 'open' && id !== 'nextPane')
    .toSorted((one, other) => rank(one) - rank(other))
}
