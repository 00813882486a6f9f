import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPauser } from './turns.ts'

/** A clock that advances only while work runs. */
function makeClock() {
  let ms = 0
  return { now: () => ms, spend: (spent: number) => void (ms += spent) }
}

it('short work does not pause', () => {
  const { now, spend } = makeClock()
  const turns = createPauser({ now })
  spend(1)
  expect(turns.pause()).toBeUndefined()
})

it('without other work, a pause takes one turn of the event loop', async () => {
  const { now, spend } = makeClock()
  const turns = createPauser({ now })
  for (let i = 0; i < 5; i++) {
    spend(5)
    await turns.pause()
  }
  expect(now()).toBe(25)
})

it('beside other work, it takes a fifth of the time', async () => {
  const { now, spend } = makeClock()
  const done = { isSo: false }
  let others = 0
  const busy = (async () => {
    while (!done.isSo) {
      spend(1)
      others++
      await nextTurn()
    }
  })()
  const turns = createPauser({ now })
  for (let i = 0; i < 10; i++) {
    spend(3)
    await turns.pause()
  }
  done.isSo = true
  await busy
  expect(others).toBeGreaterThanOrEqual(10 * 3 * 4)
  expect(others).toBeLessThan(10 * 3 * 5)
})
