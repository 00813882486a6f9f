import { expect, it } from 'vitest'
import { eventLine } from './event-line.ts'

const at = new Date(2026, 0, 2, 18, 2, 11)
const line = (object: Record<string, unknown>, previous?: Record<string, unknown>): string =>
  eventLine({ id: 'evt_1', type: 'thread.updated', data: previous ? { object, previous } : { object } }, at)
const start = '18:02:11  thread.updated            evt_1'

it('an event is shown with its time, type, id and the text that identifies it', () => {
  expect(line({ subject: 'The export is empty', name: 'Ada' })).toBe(`${start}  “The export is empty”`)
  expect(line({ count: 1 })).toBe(start)
})

it('a change shows the old and the new value, for every kind of value', () => {
  expect(line({ subject: 'x', status: 'resolved', assignee: { id: 'usr_1', name: 'Grace' } }, { status: 'open', assignee: null })).toBe(
    `${start}  “x”  status: open → resolved  assignee: none → Grace`,
  )
  expect(line({ name: 'x', customFields: {}, labels: [{ name: 'a' }, { name: 'b' }] }, { customFields: { plan: 'pro' }, labels: [] })).toBe(
    `${start}  “x”  customFields: {"plan":"pro"} → {}  labels: none → a, b`,
  )
})

it('fields that change with every write are not shown', () => {
  expect(line({ subject: 'x', version: 2, updatedAt: 'b' }, { version: 1, updatedAt: 'a' })).toBe(`${start}  “x”`)
})

it('long texts are truncated, and control characters never reach the terminal', () => {
  const shown = line({ subject: `\x1b[31m${'x'.repeat(99)}` }, { subject: 'a\n\x1b]0;title\x07b' })
  expect(shown).toContain('…”')
  expect(shown).not.toMatch(/\p{Cc}/u)
  expect(shown).toContain('subject: a ]0;title b → [31m')
})
