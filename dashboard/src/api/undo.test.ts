import { expect, it } from 'vitest'
import { createUndoQueue } from './undo.ts'

it('undoes the latest change first, and each change once, by key or button', () => {
  const queue = createUndoQueue()
  const undone: string[] = []
  const entry = (label: string) => ({ label, run: () => void undone.push(label) })
  queue.push(entry('first'))
  const undoSecond = queue.push(entry('second'))
  queue.push(entry('third'))
  undoSecond()
  undoSecond()
  expect([queue.undoLast(), queue.undoLast(), queue.undoLast()]).toEqual(['third', 'first', null])
  expect(undone).toEqual(['second', 'third', 'first'])
})

it('does not undo a change that can no longer be undone', () => {
  const queue = createUndoQueue()
  const sent = { label: 'sent', run: () => expect.unreachable('it was sent') }
  const undo = queue.push(sent)
  queue.forget(sent)
  undo()
  expect(queue.undoLast()).toBeNull()
})
