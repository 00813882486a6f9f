import { expect, it } from 'vitest'
import { buildBody, includeChosen, assignProblems, readValues, type FieldSpec } from './fields.ts'

const fields: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name' },
  { kind: 'text', name: 'key', label: 'Key', onlyNew: true },
  { kind: 'number', name: 'retention.events', label: 'Events', min: 1, max: 9 },
  { kind: 'number', name: 'retention.uploads', label: 'Uploads', min: 1, max: 9 },
  { kind: 'check', name: 'archived', label: 'Archived', onlyExisting: true },
  { kind: 'text', name: 'options', label: 'Options', when: ({ key }) => key === 'select' },
]
const before = readValues(fields, { name: 'A', key: 'a', retention: { events: 3, uploads: null }, archived: false, other: 1 })

it('an update sends only changed fields, also nested ones, and null for emptied ones', () => {
  expect(buildBody(fields, before, before)).toEqual({})
  expect(buildBody(fields, { ...before, name: 'B', key: 'b', 'retention.events': null }, before)).toEqual({
    name: 'B',
    retention: { events: null },
  })
})

it('a new record is sent with all values, without fields that do not apply', () => {
  expect(buildBody(fields, { name: 'A', key: 'select', options: ['x'], archived: true, 'retention.uploads': 5 }, null)).toEqual({
    name: 'A',
    key: 'select',
    options: ['x'],
    retention: { uploads: 5 },
  })
  expect(buildBody(fields, { name: 'A', key: 'text', options: ['x'] }, null)).toEqual({ name: 'A', key: 'text' })
})

it('an error is assigned to its field or a part of it; others remain as the rest', () => {
  const details = [
    { field: 'options[1].label', message: 'is too long' },
    { field: 'retention.events', message: 'must be at least 8' },
    { field: 'optionsOfOthers', message: 'is unknown' },
  ]
  expect(assignProblems(fields, details)).toEqual({
    byField: { options: { '[1].label': 'Options is too long.' }, 'retention.events': { '': 'Events must be at least 8.' } },
    rest: ['optionsOfOthers is unknown'],
  })
})

it('a choice includes the chosen value although it is not an option', () => {
  const options = [{ value: 'UTC', label: 'UTC' }]
  expect(includeChosen(options, 'UTC')).toEqual(options)
  expect(includeChosen(options, '')).toEqual(options)
  expect(includeChosen(options, 'Asia/Kolkata')).toEqual([{ value: 'Asia/Kolkata', label: 'Asia/Kolkata' }, ...options])
})
