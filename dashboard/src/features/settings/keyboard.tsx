import { useEffect, useId, useState } from 'react'
import { useStore } from '../../api/store.ts'
import {
  afterDoneChoices,
  chooseAfterDone,
  chooseKeys,
  chooseSendOnEnter,
  chosenKeys,
  getAfterDone,
  hasChosenKeys,
  parseKeyPress,
  resetChosenKeys,
  sendsOnEnter,
  type AfterDone,
} from '../../keyboard/chosen-keys.ts'
import { getKeys, shortcuts, shortcutGroups, formatKeys, findKeyProblem, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { chooseLanguage, chosenLanguage, isLanguage, languages } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Moon, Sun, SunMoon, type IconType } from '../../ui/icons.ts'
import { chosenDensity } from '../../ui/density.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useTheme, type Theme } from '../../ui/theme.ts'
import { Page } from '../catalogue/page.tsx'

// Safe because the keys of the table are the ids.
const ids = Object.keys(shortcuts) as ShortcutId[]
const groups = [...new Set(ids.map((id) => shortcuts[id].group))]

/** Settings for theme, language and keyboard shortcuts. */
export function KeyboardScreen() {
  const chosen = useStore(chosenKeys)
  const { areSingleKeysOn, keys } = chosen
  const [changing, setChanging] = useState<ShortcutId | null>(null)
  const [problem, setProblem] = useState<{ id: ShortcutId; text: string } | null>(null)
  const saveKeys = (id: ShortcutId, pressed: string): void => {
    const text = findKeyProblem(id, pressed)
    setProblem(text === null ? null : { id, text })
    setChanging(null)
    if (text === null) chooseKeys({ keys: { ...keys, [id]: pressed } })
  }
  const reset = (id: ShortcutId): void => chooseKeys({ keys: Object.fromEntries(Object.entries(keys).filter(([each]) => each !== id)) })
  return (
    <Page title={t('Keyboard & appearance')} guide="for-agents/keyboard" lead={t('You’ll find the same settings wherever you sign in.')}>
      <div className="grid max-w-160 grid-cols-1 gap-4">
        <Appearance />
        <AfterDoneChoice chosen={getAfterDone(chosen)} />
        <section aria-labelledby="shortcuts" className="card">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 id="shortcuts" className="text-md font-semibold">
              {t('Shortcuts')}
            </h2>
            <Button disabled={!hasChosenKeys(chosen)} onClick={resetChosenKeys}>
              {t('Reset all')}
            </Button>
          </div>
          <label className="mt-2 flex min-h-8 items-center gap-2 font-medium">
            <input
              type="checkbox"
              className="size-4"
              checked={areSingleKeysOn}
              onChange={(event) => chooseKeys({ areSingleKeysOn: event.target.checked })}
            />
            {t('Single-key shortcuts')}
          </label>
          <p className="text-xs text-muted">
            {t('Turn them off if you dictate to your computer or often press keys by accident. You can still do everything with {keys}.', {
              keys: formatKeys('palette'),
            })}
          </p>
          <label className="mt-2 flex min-h-8 items-center gap-2 font-medium">
            <input
              type="checkbox"
              className="size-4"
              checked={sendsOnEnter(chosen)}
              onChange={(event) => chooseSendOnEnter(event.target.checked)}
            />
            {t('Enter sends in chats')}
          </label>
          <p className="text-xs text-muted">
            {t('Shift Enter starts a new line. Everywhere else, {keys} sends.', { keys: formatKeys('send') })}
          </p>
          {groups.map((group) => (
            <section key={group} aria-labelledby={`keys-${group}`} className="mt-5">
              <h3 id={`keys-${group}`} className="border-b border-line pb-1.5 text-xs font-semibold text-muted">
                {t(shortcutGroups[group])}
              </h3>
              <ul>
                {ids
                  .filter((id) => shortcuts[id].group === group)
                  .map((id) => (
                    <li key={id} className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line-soft last:border-b-0">
                      <span className="min-w-0 flex-1">{t(shortcuts[id].label)}</span>
                      {changing === id ? (
                        <Recorder onKeys={(pressed) => saveKeys(id, pressed)} onCancel={() => setChanging(null)} />
                      ) : (
                        <Keys id={id} />
                      )}
                      {isFixed(id) ? (
                        <span className="w-16 text-center text-xs text-muted">{t('fixed')}</span>
                      ) : (
                        <Button
                          look="plain"
                          size="small"
                          aria-label={t('Change the keys: {action}', { action: t(shortcuts[id].label) })}
                          onClick={() => setChanging(id)}
                        >
                          {t('Change')}
                        </Button>
                      )}
                      {keys[id] !== undefined && (
                        <Button
                          look="plain"
                          size="small"
                          aria-label={t('Reset the keys: {action}', { action: t(shortcuts[id].label) })}
                          onClick={() => reset(id)}
                        >
                          {t('Reset')}
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
        </section>
      </div>
    </Page>
  )
}

/** Theme and language. */
function Appearance() {
  const [theme, setTheme] = useTheme()
  const chosen = useStore(chosenLanguage)
  const languageId = useId()
  const themes = [
    { value: 'system', name: t('Same as system'), icon: SunMoon },
    { value: 'light', name: t('Light'), icon: Sun },
    { value: 'dark', name: t('Dark'), icon: Moon },
  ] as const satisfies readonly { value: Theme; name: string; icon: IconType }[]
  return (
    <section aria-labelledby="appearance" className="card grid gap-4">
      <h2 id="appearance" className="text-md font-semibold">
        {t('Appearance')}
      </h2>
      <div>
        <p aria-hidden className="mb-1.5 font-medium">
          {t('Theme')}
        </p>
        <Segmented label={t('Theme')} options={themes} value={theme} onChange={setTheme} />
      </div>
      <div>
        <p aria-hidden className="mb-1.5 font-medium">
          {t('Thread list density')}
        </p>
        <Segmented
          label={t('Thread list density')}
          options={[
            { value: 'comfortable', name: t('Comfortable') },
            { value: 'compact', name: t('Compact') },
          ]}
          value={useStore(chosenDensity)}
          onChange={(density) => chosenDensity.set(density)}
        />
        <p className="mt-1.5 text-xs text-muted">{t('In this browser only.')}</p>
      </div>
      <div>
        <label htmlFor={languageId} className="mb-1.5 block font-medium">
          {t('Language')}
        </label>
        <Select
          id={languageId}
          className="w-full max-w-70"
          options={[
            { value: '', label: t('Same as browser') },
            ...Object.entries(languages).map(([value, name]) => ({ value, label: name })),
          ]}
          value={chosen ?? ''}
          onChange={(next) => chooseLanguage(isLanguage(next) ? next : null)}
        />
      </div>
    </section>
  )
}

/** The view that follows a resolved or snoozed thread: the next thread, the list, or the same thread. */
function AfterDoneChoice({ chosen }: { chosen: AfterDone }) {
  const id = useId()
  const names: Readonly<Record<AfterDone, string>> = { next: t('Next thread'), list: t('Back to the list'), stay: t('Stay in the thread') }
  const options = afterDoneChoices.map((value) => ({ value, label: names[value] }))
  return (
    <section aria-labelledby={`${id}-title`} className="card grid gap-2">
      <h2 id={`${id}-title`} className="text-md font-semibold">
        {t('When you’re done with a thread')}
      </h2>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {t('After you resolve or snooze the open thread, or set it to pending.')}
      </p>
      <Select
        label={t('When you’re done with a thread')}
        aria-describedby={`${id}-hint`}
        className="w-full max-w-70"
        options={options}
        value={chosen}
        onChange={(value) => {
          const choice = afterDoneChoices.find((each) => each === value)
          if (choice) chooseAfterDone(choice)
        }}
      />
    </section>
  )
}

function Keys({ id }: { id: ShortcutId }) {
  return getKeys(id) === null ? <span className="text-muted">{t('off')}</span> : <Key always>{formatKeys(id)}</Key>
}

/** Returns true for shortcuts that cannot be reassigned, because buttons and dialogs of the browser use these keys. */
function isFixed(id: ShortcutId): boolean {
  const { keys } = shortcuts[id]
  return keys === 'Enter' || keys === 'Escape'
}

/** Records the next key combination, and prevents it from triggering a shortcut. */
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
      {t('Press the new shortcut, or Esc to cancel')}
    </span>
  )
}
