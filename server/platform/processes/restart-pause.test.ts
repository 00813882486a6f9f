import { expect, it } from 'vitest'
import { restartPauseMs } from './restart-pause.ts'

it('the pause before a restart doubles up to half a minute', () => {
  expect([1, 2, 3, 4, 9, 10, 1_000, 1e9].map(restartPauseMs)).toEqual([100, 200, 400, 800, 25_600, 30_000, 30_000, 30_000])
})
