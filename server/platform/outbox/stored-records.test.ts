import { expect, it } from 'vitest'
import { Type } from '../schema.ts'
import { addedLater, completeRecord } from './stored-records.ts'

const Part = Type.Object({ id: Type.String(), note: Type.Union([Type.String(), Type.Null()]) })
const Shape = Type.Object({
  id: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  urgent: Type.Boolean(),
  parts: Type.Array(Part),
  nested: Type.Union([Part, Type.Null()]),
  seenAt: addedLater(Type.String(), ({ madeAt }) => madeAt),
  madeAt: Type.String(),
  remark: Type.Optional(Type.String()),
})

it('missing required fields are filled in, also in nested values', () => {
  expect(completeRecord(Shape, { id: '1', madeAt: 'then', nested: { id: '2' }, parts: [{ id: '3' }] })).toEqual({
    id: '1',
    reason: null,
    urgent: false,
    parts: [{ id: '3', note: null }],
    nested: { id: '2', note: null },
    seenAt: 'then',
    madeAt: 'then',
  })
})

it('a complete record is returned unchanged, with fields that the shape lacks', () => {
  const record = { id: '1', reason: null, urgent: true, parts: [], nested: null, seenAt: 'now', madeAt: 'now', hidden: 7 }
  expect(completeRecord(Shape, record)).toBe(record)
  expect(completeRecord(undefined, record)).toBe(record)
})
