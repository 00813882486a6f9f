import { expect, it } from 'vitest'
import { ariaKeys, shortcuts, shownKeys, type ShortcutId } from './shortcuts.ts'

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
})
