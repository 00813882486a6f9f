/**
 * What somebody has changed of the shortcuts, kept in their browser and with the service (`preference-sync.ts`): other keys, or none where a letter alone would do something
 * (WCAG 2.1.4: who speaks to their computer, or types by accident, must be able to switch those off).
 */
import { createStore, type Store } from '../api/store.ts'

export type ChosenKeys = { areSingleKeysOn: boolean; keys: Readonly<Record<string, string>> }

const storageKey = 'skein.keys'
const nothingChosen: ChosenKeys = { areSingleKeysOn: true, keys: {} }

export const chosenKeys: Store<ChosenKeys> = createStore<ChosenKeys>(read())

export function chooseKeys(next: Partial<ChosenKeys>): void {
  const chosen = { ...chosenKeys.get(), ...next }
  localStorage.setItem(storageKey, JSON.stringify(chosen))
  chosenKeys.set(chosen)
}

export function forgetChosenKeys(): void {
  localStorage.removeItem(storageKey)
  chosenKeys.set(nothingChosen)
}

/** Keys that type something: a letter, a digit or a sign without Ctrl, Alt or Cmd, also several one after the other. */
export function areSingleKeys(keys: string): boolean {
  return keys.split(' ').every((press) => /^(\[?Shift\]?\+)?[^\s]$/.test(press))
}

/** The keys that were pressed, in the form of tinykeys; null for Shift and the like alone. */
export function keysOfPress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'CapsLock'].includes(key)) return null
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  // A sign needs Shift on some keyboards and not on others.
  const shift = isSign ? '[Shift]+' : shiftKey ? 'Shift+' : ''
  const name = key === ' ' ? 'Space' : key.length === 1 && (shiftKey || ctrlKey || metaKey) ? key.toUpperCase() : key
  return `${ctrlKey || metaKey ? '$mod+' : ''}${altKey ? 'Alt+' : ''}${shift}${name}`
}

function read(): ChosenKeys {
  if (typeof localStorage === 'undefined') return nothingChosen
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return nothingChosen
    const keys = 'keys' in stored && typeof stored.keys === 'object' && stored.keys !== null ? stored.keys : {}
    return {
      areSingleKeysOn: !('areSingleKeysOn' in stored) || stored.areSingleKeysOn !== false,
      keys: Object.fromEntries(Object.entries(keys).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    }
  } catch {
    return nothingChosen
  }
}
