import { expect, it } from 'vitest'
import { bodyOf, optionsWith, problemsOf, valuesOf, type FieldSpec } from './fields.ts'

const fields: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name' },
  { kind: 'text', name: 'key', label: 'Key', onlyNew: true },
  { kind: 'number', name: 'retention.events', label: 'Events', min: 1, max: 9 },
  { kind: 'number', name: 'retention.uploads', label: 'Uploads', min: 1, max: 9 },
  { kind: 'check', name: 'archived', label: 'Archived', onlyOld: true },
  { kind: 'text', name: 'options', label: 'Options', when: ({ key }) => key === 'select' },
]
const before = valuesOf(fields, { name: 'A', key: 'a', retention: { events: 3, uploads: null }, archived: false, other: 1 })

it('of a record that is there only what has changed is sent, also within its parts; an emptied field is null', () => {
  expect(bodyOf(fields, before, before)).toEqual({})
  expect(bodyOf(fields, { ...before, name: 'B', key: 'b', 'retention.events': null }, before)).toEqual({
    name: 'B',
    retention: { events: null },
  })
})

it('of a new record everything that has a value is sent, and nothing that does not apply', () => {
  expect(bodyOf(fields, { name: 'A', key: 'select', options: ['x'], archived: true, 'retention.uploads': 5 }, null)).toEqual({
    name: 'A',
    key: 'select',
    options: ['x'],
    retention: { uploads: 5 },
  })
  expect(bodyOf(fields, { name: 'A', key: 'text', options: ['x'] }, null)).toEqual({ name: 'A', key: 'text' })
})

it('what the service refuses stands beside its field, also a part of it; the rest is kept', () => {
  const details = [
    { field: 'options[1].label', message: 'is too long' },
    { field: 'retention.events', message: 'must be at least 8' },
    { field: 'optionsOfOthers', message: 'is unknown' },
  ]
  expect(problemsOf(fields, details)).toEqual({
    byField: { options: { '[1].label': 'is too long' }, 'retention.events': { '': 'must be at least 8' } },
    rest: ['optionsOfOthers is unknown'],
  })
})

it('a choice shows what is chosen, also when it is none of the options', () => {
  const options = [{ value: 'UTC', label: 'UTC' }]
  expect(optionsWith(options, 'UTC')).toEqual(options)
  expect(optionsWith(options, '')).toEqual(options)
  expect(optionsWith(options, 'Asia/Kolkata')).toEqual([{ value: 'Asia/Kolkata', label: 'Asia/Kolkata' }, ...options])
})
