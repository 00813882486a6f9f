import { useEffect, useState } from 'react'
import { useStore } from '../../api/store.ts'
import { chooseKeys, chosenKeys, resetChosenKeys, parseKeyPress } from '../../keyboard/chosen-keys.ts'
import { getKeys, shortcuts, formatKeys, findKeyProblem, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { useTheme, type Theme } from '../../ui/theme.ts'
import { Page } from '../catalogue/page.tsx'

const themes: Readonly<Record<Theme, string>> = { system: 'Same as the system', light: 'Light', dark: 'Dark' }
// Safe because the keys of both tables are the ids.
const ids = Object.keys(shortcuts) as ShortcutId[]
const themeIds = Object.keys(themes) as Theme[]
const groups = [...new Set(ids.map((id) => shortcuts[id].group))]

/** Settings for the theme and the keyboard shortcuts. */
export function KeyboardScreen() {
  const [theme, setTheme] = useTheme()
  const { areSingleKeysOn, keys } = useStore(chosenKeys)
  const [changing, setChanging] = useState<ShortcutId | null>(null)
  const [problem, setProblem] = useState<{ id: ShortcutId; text: string } | null>(null)
  const hasChosen = !areSingleKeysOn || Object.keys(keys).length > 0
  const saveKeys = (id: ShortcutId, pressed: string): void => {
    const text = findKeyProblem(id, pressed)
    setProblem(text === null ? null : { id, text })
    setChanging(null)
    if (text === null) chooseKeys({ keys: { ...keys, [id]: pressed } })
  }
  const reset = (id: ShortcutId): void => chooseKeys({ keys: Object.fromEntries(Object.entries(keys).filter(([each]) => each !== id)) })
  return (
    <Page title="Keyboard and theme" lead="The same wherever you sign in.">
      <fieldset className="mb-8">
        <legend className="mb-1 font-semibold">Theme</legend>
        {themeIds.map((each) => (
          <label key={each} className="flex min-h-8 items-center gap-2">
            <input type="radio" name="theme" className="size-4" checked={theme === each} onChange={() => setTheme(each)} />
            {themes[each]}
          </label>
        ))}
      </fieldset>
      <div className="flex max-w-150 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Shortcuts</h2>
        <Button disabled={!hasChosen} onClick={resetChosenKeys}>
          Reset all
        </Button>
      </div>
      <label className="mt-1 flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          className="size-4"
          checked={areSingleKeysOn}
          onChange={(event) => chooseKeys({ areSingleKeysOn: event.target.checked })}
        />
        Single-key shortcuts
      </label>
      <p className="mb-4 max-w-150 text-sm text-muted">
        Switch them off if you dictate to your computer, or press keys by accident. Everything can still be done from the palette (
        {formatKeys('palette')}).
      </p>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`keys-${group}`} className="mb-6 max-w-150">
          <h3 id={`keys-${group}`} className="border-b border-line-strong pb-1 text-sm font-medium text-muted">
            {group}
          </h3>
          <ul>
            {ids
              .filter((id) => shortcuts[id].group === group)
              .map((id) => (
                <li key={id} className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line text-sm">
                  <span className="min-w-0 flex-1">{shortcuts[id].label}</span>
                  {changing === id ? (
                    <Recorder onKeys={(pressed) => saveKeys(id, pressed)} onCancel={() => setChanging(null)} />
                  ) : (
                    <Keys id={id} />
                  )}
                  {isFixed(id) ? (
                    <span className="w-16 text-center text-xs text-muted">fixed</span>
                  ) : (
                    <Button look="plain" aria-label={`Change the keys: ${shortcuts[id].label}`} onClick={() => setChanging(id)}>
                      Change
                    </Button>
                  )}
                  {keys[id] !== undefined && (
                    <Button look="plain" aria-label={`Reset the keys: ${shortcuts[id].label}`} onClick={() => reset(id)}>
                      Reset
                    </Button>
                  )}
                  {problem?.id === id && (
                    <p role="alert" className="w-full pb-1 text-danger">
                      {problem.text}
                    </p>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

function Keys({ id }: { id: ShortcutId }) {
  return getKeys(id) === null ? <span className="text-muted">off</span> : <Key always>{formatKeys(id)}</Key>
}

/** Returns true for shortcuts that cannot be changed, because the browser's buttons and dialogs use these keys. */
function isFixed(id: ShortcutId): boolean {
  const { keys } = shortcuts[id]
  return keys === 'Enter' || keys === 'Escape'
}

/** Records the next key combination, and keeps it from triggering a shortcut. */
function Recorder({ onKeys, onCancel }: { onKeys: (keys: string) => void; onCancel: () => void }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.key === 'Escape' || event.key === 'Tab') return onCancel()
      const keys = parseKeyPress(event)
      if (keys !== null) onKeys(keys)
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onKeys, onCancel])
  return (
    <span role="status" className="text-accent">
      Press the keys… Esc keeps them
    </span>
  )
}
