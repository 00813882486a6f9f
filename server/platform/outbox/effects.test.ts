/** Effects that must not compile: `npm run check` fails if a line marked here compiles. */
import { expect, it } from 'vitest'
import { defineEvent } from './events.ts'
import { newId } from '../ids.ts'
import { CollectedEffects } from './ledger.ts'
import { closed, Type } from '../schema.ts'

type KettleRecord = { id: string; litres: number }
const Kettle = closed({ litres: Type.Number() })
const kettleFilled = defineEvent({
  scope: 'threads:read',
  type: 'kettle.filled',
  description: 'For this test.',
  object: Kettle,
  present: ({ litres }: KettleRecord) => ({ litres }),
})
const kettle: KettleRecord = { id: newId(), litres: 2 }

it('emit takes only the event’s own record, and former values of its fields', () => {
  const effects = new CollectedEffects()
  effects.emit(kettleFilled, kettle.id, kettle, { litres: 1 })
  effects.emit(kettleFilled, kettle.id, { ...kettle, colour: 'a record may hold more than its type says' })
  // @ts-expect-error: a record of another kind
  effects.emit(kettleFilled, kettle.id, { id: kettle.id, email: 'ada@example.com' })
  // @ts-expect-error: a field of another type
  effects.emit(kettleFilled, kettle.id, { ...kettle, litres: '2' })
  // @ts-expect-error: no record at all
  effects.emit(kettleFilled, kettle.id)
  // @ts-expect-error: a field that the record does not have
  effects.emit(kettleFilled, kettle.id, kettle, { liters: 1 })
  expect(effects.events.slice(0, 2)).toMatchObject([{ type: 'kettle.filled', object: kettle, previous: { litres: 1 } }, { previous: null }])
})

it('an event presents the shape that it declares', () => {
  const declare = () => [
    defineEvent({
      scope: 'threads:read',
      type: 'kettle.emptied',
      description: 'For this test.',
      object: Kettle,
      // @ts-expect-error: the shape has a number of litres
      present: ({ id }: KettleRecord) => ({ litres: id }),
    }),
    // @ts-expect-error: `present` takes another record than the declared one
    defineEvent<{ email: string }>({ type: 'kettle.dropped', description: 'For this test.', object: Kettle, present: toKettle }),
  ]
  const toKettle = ({ litres }: KettleRecord) => ({ litres })
  expect(declare).not.toThrow()
})

it('count accepts only names of existing totals, even computed ones', () => {
  const effects = new CollectedEffects()
  const status: 'open' | 'closed' = 'open'
  effects.count('customers', 1)
  effects.count(`threads_${status}`, -1)
  effects.count(`threads_${status}`, -1)
  // @ts-expect-error: a misspelt name
  effects.count('custmers', 1)
  // @ts-expect-error: a status that threads do not have
  effects.count(`threads_${'spam' as 'open' | 'spam'}`, 1)
  // @ts-expect-error: a sequence number, which only the ledger changes
  effects.count('event_sequence', 1)
  expect([...effects.deltas].slice(0, 2)).toEqual([
    ['customers', 1],
    ['threads_open', -2],
  ])
})
