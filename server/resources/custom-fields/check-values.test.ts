import { describe, expect, it } from 'vitest'
import { ApiError } from '#platform/errors.ts'
import { checkFieldValues, type FieldCheck, type FieldDefinition } from './check-values.ts'

const field = (key: string, type: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  key,
  type,
  options: [],
  required: 'NEVER',
  archived: false,
  ...more,
})
const options = [
  { value: 'free', archived: false },
  { value: 'pro', archived: false },
  { value: 'old', archived: true },
]
const definitions = [
  field('note', 'TEXT'),
  field('seats', 'NUMBER'),
  field('vip', 'BOOLEAN'),
  field('since', 'DATE'),
  field('site', 'URL'),
  field('plan', 'SELECT', { options }),
  field('addons', 'MULTISELECT', { options }),
  field('gone', 'TEXT', { archived: true }),
]

/** The fields and codes of the errors; empty when everything is accepted. */
function problems(after: Record<string, unknown>, more: Partial<FieldCheck> & { fields?: FieldDefinition[] } = {}): string[] {
  try {
    checkFieldValues(more.fields ?? definitions, { before: {}, after, moment: null, ...more })
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details ?? []).map(({ field: at, code }) => `${at} ${code}`)
  }
}

describe('a value', () => {
  it.each([
    ['note', 'words'],
    ['seats', -1.5],
    ['seats', 0],
    ['vip', false],
    ['since', '2024-02-29'],
    ['site', 'https://example.com/a?b=c'],
    ['plan', 'pro'],
    ['addons', ['pro', 'free']],
    ['addons', []],
    ['free_key', ['anything']],
  ])('of %s accepts %j', (key, value) => {
    expect(problems({ [key]: value })).toEqual([])
  })

  it.each([
    ['note', 1, 'WRONG_TYPE'],
    ['seats', '1', 'WRONG_TYPE'],
    ['vip', 'true', 'WRONG_TYPE'],
    ['since', '2023-02-29', 'WRONG_TYPE'],
    ['since', '2024-2-9', 'WRONG_TYPE'],
    ['since', '2024-02-29T00:00:00Z', 'WRONG_TYPE'],
    ['since', '2024-13-01', 'WRONG_TYPE'],
    ['site', 'javascript:alert(1)', 'WRONG_TYPE'],
    ['site', 'example.com', 'WRONG_TYPE'],
    ['site', 'https://example.com/a b', 'WRONG_TYPE'],
    ['plan', ['pro'], 'WRONG_TYPE'],
    ['plan', 'Pro', 'NOT_AN_OPTION'],
    ['plan', 'old', 'NOT_AN_OPTION'],
    ['addons', 'pro', 'WRONG_TYPE'],
    ['addons', ['pro', 'x'], 'NOT_AN_OPTION'],
    ['addons', ['pro', 'pro'], 'REPEATED'],
    ['gone', 'back', 'ARCHIVED'],
  ])('of %s refuses %j', (key, value, code) => {
    expect(problems({ [key]: value })).toEqual([`customFields.${key} ${code}`])
  })

  it('that does not change is not checked, even if its field has changed', () => {
    const values = { plan: 'old', addons: ['old', 'pro'], gone: 'kept', seats: 'many' }
    expect(problems(values, { before: values })).toEqual([])
  })

  it('of a multiple selection may keep an archived option next to new ones', () => {
    expect(problems({ addons: ['old', 'free'] }, { before: { addons: ['old'] } })).toEqual([])
    expect(problems({ addons: ['free', 'old'] }, { before: { addons: ['free'] } })).toEqual(['customFields.addons NOT_AN_OPTION'])
  })

  it('that is wrong is reported together with all others', () => {
    expect(problems({ note: 1, vip: 1, seats: 1 })).toEqual(['customFields.note WRONG_TYPE', 'customFields.vip WRONG_TYPE'])
  })
})

describe('a required value', () => {
  const fields = [
    field('a', 'TEXT', { required: 'ON_CREATE' }),
    field('b', 'BOOLEAN', { required: 'ON_RESOLVE' }),
    field('c', 'TEXT', { required: 'ON_CREATE', archived: true }),
  ]
  it('is required only at its moment, and not for an archived field', () => {
    expect(problems({}, { fields })).toEqual([])
    expect(problems({}, { fields, moment: 'ON_CREATE' })).toEqual(['customFields.a REQUIRED'])
    expect(problems({}, { fields, moment: 'ON_RESOLVE' })).toEqual(['customFields.b REQUIRED'])
  })
  it('may be false, but not empty', () => {
    expect(problems({ b: false }, { fields, moment: 'ON_RESOLVE' })).toEqual([])
    const blanks = ['', ' ', '\t\n', '\u00a0', '\u200b', '\u3000 \ufeff', '\u3164', '\u2800']
    for (const a of [...blanks, null, [], [' '], blanks])
      expect(problems({ a }, { fields, moment: 'ON_CREATE' }), JSON.stringify(a)).toEqual(['customFields.a REQUIRED'])
    for (const a of ['0', ' x ', '\u{1f468}\u200d\u{1f469}']) expect(problems({ a }, { fields, moment: 'ON_CREATE' })).toEqual([])
  })
})
