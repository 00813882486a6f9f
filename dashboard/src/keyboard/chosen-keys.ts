/**
 * The agent's custom shortcuts, stored in the browser and synced with the service by `preference-sync.ts`. An agent can reassign keys, and
 * can switch off all single-character shortcuts. WCAG 2.1.4 requires that, because speech input triggers them by accident.
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

/** Restores the default keys. Keeps the choices that are not keys. */
export function resetChosenKeys(): void {
  const { keys } = chosenKeys.get()
  chooseKeys({ areSingleKeysOn: true, keys: Object.fromEntries(Object.entries(keys).filter(([name]) => !isShortcut(name))) })
}

/** Whether the agent has changed a shortcut. */
export function hasChosenKeys({ areSingleKeysOn, keys }: ChosenKeys): boolean {
  return !areSingleKeysOn || Object.keys(keys).some(isShortcut)
}

/** Key in the stored shortcuts that records that Enter does not send chats. */
const chatKey = 'sendChat'

/** Whether Enter sends a reply in a chat. */
export function sendsOnEnter({ keys }: ChosenKeys): boolean {
  return keys[chatKey] === undefined
}

export function chooseSendOnEnter(isOn: boolean): void {
  const { [chatKey]: _, ...others } = chosenKeys.get().keys
  chooseKeys({ keys: isOn ? others : { ...others, [chatKey]: '$mod+Enter' } })
}

/** The inbox's next view after the agent has resolved or snoozed the open thread. */
export const afterDoneChoices = ['next', 'list', 'stay'] as const
export type AfterDone = (typeof afterDoneChoices)[number]

/** Name in the stored shortcuts that records what follows a thread that is done. */
const afterDoneKey = 'afterDone'

export function getAfterDone({ keys }: ChosenKeys): AfterDone {
  return afterDoneChoices.find((choice) => choice === keys[afterDoneKey]) ?? 'next'
}

export function chooseAfterDone(choice: AfterDone): void {
  const { [afterDoneKey]: _, ...others } = chosenKeys.get().keys
  chooseKeys({ keys: choice === 'next' ? others : { ...others, [afterDoneKey]: choice } })
}

function isShortcut(name: string): boolean {
  return name !== chatKey && name !== afterDoneKey
}

/** True when the keys type text: characters without Ctrl, Alt or Cmd, pressed alone or in sequence. */
export function areSingleKeys(keys: string): boolean {
  return keys.split(' ').every((press) => /^(\[?Shift\]?\+)?[^\s]$/.test(press))
}

/** Returns the pressed keys in tinykeys syntax; null when only a modifier was pressed. */
export function parseKeyPress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'CapsLock'].includes(key)) return null
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  // Some keyboard layouts need Shift for a character such as `?`, others do not.
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
