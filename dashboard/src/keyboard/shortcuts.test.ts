import { afterEach, expect, it } from 'vitest'
import { areSingleKeys, chosenKeys, keysOfPress } from './chosen-keys.ts'
import { ariaKeys, keysOf, shortcuts, shownKeys, whyNotKeys, type ShortcutId } from './shortcuts.ts'

afterEach(() => chosenKeys.set({ areSingleKeysOn: true, keys: {} }))

// Safe because the keys of the table are its ids.
const ids = Object.keys(shortcuts) as ShortcutId[]

it('no two shortcuts have the same keys', () => {
  const keys = ids.map((id) => shortcuts[id].keys.toLowerCase())
  expect(new Set(keys).size).toBe(keys.length)
})

it('single keys do nothing while somebody types', () => {
  const single = ids.filter((id) => /^.$/.test(shortcuts[id].keys))
  expect(single.length).toBeGreaterThan(10)
  for (const id of single) expect('inFields' in shortcuts[id], id).toBe(false)
})

it('keys are shown as people and assistive technology read them', () => {
  expect([shownKeys('wire'), ariaKeys('wire')]).toEqual(['Ctrl Shift Y', 'Control+Shift+Y'])
  expect([shownKeys('next'), ariaKeys('next')]).toEqual(['J', 'J'])
  expect([shownKeys('help'), ariaKeys('help')]).toEqual(['?', '?'])
  expect([shownKeys('goInbox'), ariaKeys('goInbox')]).toEqual(['G then I', undefined])
})

it('every letter that does something alone can be switched off, and nothing else is', () => {
  chosenKeys.set({ areSingleKeysOn: false, keys: {} })
  for (const id of ids) expect(keysOf(id) === null, id).toBe(areSingleKeys(shortcuts[id].keys))
  expect([keysOf('next'), keysOf('goInbox'), keysOf('selectNext'), keysOf('help')]).toEqual([null, null, null, null])
  expect([shownKeys('next'), ariaKeys('next')]).toEqual(['', undefined])
  expect([keysOf('palette'), keysOf('nextPane'), keysOf('open'), keysOf('send')]).toEqual(['$mod+K', 'F6', 'Enter', '$mod+Enter'])
})

it('other keys take the place of those of the table, everywhere that they are shown; those that are taken are refused', () => {
  chosenKeys.set({ areSingleKeysOn: true, keys: { next: 'Alt+n' } })
  expect([keysOf('next'), shownKeys('next'), ariaKeys('next')]).toEqual(['Alt+n', 'Alt N', 'Alt+N'])
  expect(whyNotKeys('previous', 'Alt+N')).toBe('“Next thread” has these keys.')
  expect(whyNotKeys('resolve', 'K')).toBe('“Previous thread” has these keys.')
  expect(whyNotKeys('resolve', 'g'), 'keys that others begin with').toMatch(/has these keys/)
  expect(whyNotKeys('resolve', '[Shift]+/')).toBe('“Search threads” has these keys.')
  expect(whyNotKeys('palette', 'y')).toMatch(/it needs Ctrl/)
  expect([whyNotKeys('resolve', 'y'), whyNotKeys('next', 'j'), whyNotKeys('palette', '$mod+P')]).toEqual([null, null, null])
})

it('what was pressed is written as the table writes it', () => {
  const press = (key: string, parts: Partial<KeyboardEvent> = {}): string | null =>
    // Safe because only these parts are read.
    keysOfPress({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...parts } as KeyboardEvent)
  expect([press('y'), press('Y', { shiftKey: true }), press('?', { shiftKey: true })]).toEqual(['y', 'Shift+Y', '[Shift]+?'])
  expect([press('k', { ctrlKey: true }), press('F8'), press('Shift', { shiftKey: true })]).toEqual(['$mod+K', 'F8', null])
})
