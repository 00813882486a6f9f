/** Operators set filters; everything else is searched for as words. */
import { expect, it } from 'vitest'
import { findTyping, parseOperations, toFilter, type Choice } from './operators.ts'

const now = new Date(2026, 2, 4, 15).getTime()
const choices: Choice[] = [
  { id: 'lbl_1', name: 'Größe' },
  { id: 'lbl_2', name: 'Billing EU', detail: 'eu@example.com' },
  { id: 'lbl_3', name: 'Billing US' },
  { id: 'none', name: 'No label' },
]
const read = (text: string) => parseOperations(text).map((operation) => toFilter(operation, choices, now))

it.each([
  ['label:grosse', [{ labelId: 'lbl_1' }]],
  ['refund label:"billing eu" -x', [{ labelId: 'lbl_2' }]],
  ['LABEL:eu@example.com', [{ labelId: 'lbl_2' }]],
  ['label:billing', [null]],
  ['label:none', [{ labelId: 'none' }]],
  ['is:unread is:waiting is:odd', [{ unread: true }, { waiting: true }, null]],
  ['after:2026-03-04', [{ createdAfter: new Date(2026, 2, 4).toISOString() }]],
  [
    'before:2026-03 before:yesterday',
    [{ createdBefore: new Date(2026, 2, 1).toISOString() }, { createdBefore: new Date(2026, 2, 3).toISOString() }],
  ],
  ['before:2026-02-31 after:soon', [null, null]],
  ['http://example.com re:label -label:none label: "label:none" constructor:x', []],
])('%s', (text, filters) => {
  expect(read(text)).toEqual(filters)
})

it('several values of a status are separated by commas', () => {
  const statuses = [
    { id: 'open', name: 'Offen' },
    { id: 'pending', name: 'Wartend' },
  ]
  const [operation] = parseOperations('status:open,wartend')
  expect(operation && toFilter(operation, statuses, now)).toEqual({ status: 'open,pending' })
})

it.each([
  ['refund lab', { before: 'refund ', name: 'lab', value: null }],
  ['label:', { before: '', name: 'label', value: '' }],
  ['x label:bil', { before: 'x ', name: 'label', value: 'bil' }],
  ['label:"billing e', { before: '', name: 'label', value: 'billing e' }],
  ['label:bil ', null],
  ['', null],
])('“%s” is completed', (text, typing) => {
  expect(findTyping(text)).toEqual(typing)
})
