import { afterEach, expect, it } from 'vitest'
import { areSingleKeys, chosenKeys, getAfterDone, hasChosenKeys, parseKeyPress, sendsOnEnter } from './chosen-keys.ts'
import { formatAriaKeys, getKeys, shortcuts, formatKeys, findKeyProblem, mayShareKeys, type ShortcutId } from './shortcuts.ts'

afterEach(() => chosenKeys.set({ areSingleKeysOn: true, keys: {} }))

// Safe because the keys of the table are its ids.
const ids = Object.keys(shortcuts) as ShortcutId[]

it('no two shortcuts have the same keys, except on notifications and on threads', () => {
  const pairs = ids.flatMap((id, i) => ids.slice(i + 1).map((other) => [id, other] as const))
  const same = pairs.filter(([id, other]) => shortcuts[id].keys.toLowerCase() === shortcuts[other].keys.toLowerCase())
  expect(same.length).toBeGreaterThan(0)
  expect(same.filter(([id, other]) => !mayShareKeys(id, other))).toEqual([])
})

it('single keys do nothing in text fields', () => {
  const single = ids.filter((id) => /^.$/.test(shortcuts[id].keys))
  expect(single.length).toBeGreaterThan(10)
  for (const id of single) expect('inFields' in shortcuts[id], id).toBe(false)
})

it('keys are formatted for screens and for assistive technology', () => {
  expect([formatKeys('wire'), formatAriaKeys('wire')]).toEqual(['Ctrl Shift Y', 'Control+Shift+Y'])
  expect([formatKeys('next'), formatAriaKeys('next')]).toEqual(['J', 'J'])
  expect([formatKeys('help'), formatAriaKeys('help')]).toEqual(['?', '?'])
  expect([formatKeys('goInbox'), formatAriaKeys('goInbox')]).toEqual(['G then I', undefined])
})

it('switching single keys off affects these shortcuts only', () => {
  chosenKeys.set({ areSingleKeysOn: false, keys: {} })
  for (const id of ids) expect(getKeys(id) === null, id).toBe(areSingleKeys(shortcuts[id].keys))
  expect([getKeys('next'), getKeys('goInbox'), getKeys('selectNext'), getKeys('help')]).toEqual([null, null, null, null])
  expect([formatKeys('next'), formatAriaKeys('next')]).toEqual(['', undefined])
  expect([getKeys('palette'), getKeys('nextPane'), getKeys('open'), getKeys('send')]).toEqual(['$mod+K', 'F6', 'Enter', '$mod+Enter'])
})

it('chosen keys replace the defaults, and keys that are taken are refused', () => {
  chosenKeys.set({ areSingleKeysOn: true, keys: { next: 'Alt+n' } })
  expect([getKeys('next'), formatKeys('next'), formatAriaKeys('next')]).toEqual(['Alt+n', 'Alt N', 'Alt+N'])
  expect(findKeyProblem('previous', 'Alt+N')).toBe('“Next thread or row” already uses these keys.')
  expect(findKeyProblem('resolve', 'K')).toBe('“Previous thread or row” already uses these keys.')
  expect(findKeyProblem('resolve', 'g'), 'first key of a sequence').toMatch(/already uses these keys/)
  expect(findKeyProblem('resolve', '[Shift]+/')).toBe('“Search threads” already uses these keys.')
  expect(findKeyProblem('palette', 'y')).toMatch(/so it needs Ctrl/)
  expect([findKeyProblem('archiveNotification', 'a'), findKeyProblem('archiveNotification', 'u')]).toEqual([
    null,
    '“Mark as read or unread” already uses these keys.',
  ])
  expect([findKeyProblem('resolve', 'Shift+Q'), findKeyProblem('next', 'j'), findKeyProblem('palette', '$mod+P')]).toEqual([
    null,
    null,
    null,
  ])
})

it('a key press is parsed into the syntax of the shortcut table', () => {
  const press = (key: string, parts: Partial<KeyboardEvent> = {}): string | null =>
    // Safe because only these parts are read.
    parseKeyPress({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...parts } as KeyboardEvent)
  expect([press('y'), press('Y', { shiftKey: true }), press('?', { shiftKey: true })]).toEqual(['y', 'Shift+Y', '[Shift]+?'])
  expect([press('k', { ctrlKey: true }), press('F8'), press('Shift', { shiftKey: true })]).toEqual(['$mod+K', 'F8', null])
})

it('choices that are stored with the keys are no changed shortcuts', () => {
  const chosen = { areSingleKeysOn: true, keys: { afterDone: 'list', sendChat: '$mod+Enter' } }
  expect([getAfterDone(chosen), sendsOnEnter(chosen), hasChosenKeys(chosen)]).toEqual(['list', false, false])
  expect(getAfterDone({ ...chosen, keys: { afterDone: 'elsewhere' } })).toBe('next')
  expect(hasChosenKeys({ ...chosen, keys: { next: 'n' } })).toBe(true)
})
