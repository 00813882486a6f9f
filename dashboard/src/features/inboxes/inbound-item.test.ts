import { expect, it } from 'vitest'
import { describeItem, type ItemFate } from './inbound-item.ts'

const item = (part: Partial<ItemFate>): ItemFate => {
  return { outcome: 'MESSAGE', cause: null, reason: null, lastError: null, differs: false, ...part }
}

it.each<[string, Partial<ItemFate>, string, string | null]>([
  ['a message', {}, 'Message', null],
  ['a cause', { outcome: 'IGNORED', cause: 'UNKNOWN_MESSAGE' }, 'Ignored', 'It changes a message that we don’t have.'],
  ['a reason of an unknown cause', { outcome: 'SUSPENDED', cause: 'MOON', reason: 'The moon is full.' }, 'Held', 'The moon is full.'],
  ['an unknown cause', { outcome: 'SUSPENDED', cause: 'MOON' }, 'Held', 'MOON'],
  ['a failed attempt', { outcome: 'RECEIVED', lastError: 'The file is gone.' }, 'In the queue', 'The file is gone.'],
  ['a repetition that differs', { outcome: 'DUPLICATE', differs: true }, 'Repeated', 'It differs from the first one with this id.'],
  ['a later outcome', { outcome: 'LOST' }, 'LOST', null],
])('what became of an item is described: %s', (_name, part, result, detail) => {
  expect(describeItem(item(part))).toMatchObject({ result, detail })
})
