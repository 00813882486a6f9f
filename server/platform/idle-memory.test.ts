import { describe, expect, it } from 'vitest'
import { IdleMemory } from './idle-memory.ts'

describe('the memory saver', () => {
  /** Returns, for each interval of `shares`, whether the memory saver is on afterwards. */
  const look = (shares: readonly number[]): boolean[] => {
    const idle = new IdleMemory()
    return shares.map((share) => idle.look(share))
  }
  const times = (count: number, share: number): number[] => Array.from({ length: count }, () => share)

  it('is on for thirty seconds, after ten idle seconds', () => {
    expect(look(times(100, 0.03)).map((on, second) => (on ? second : null))).toEqual(
      Array.from({ length: 100 }, (_, second) => (second >= 9 && second < 39 ? second : null)),
    )
  })

  it('is off as soon as the process is busy, and on again when it is idle', () => {
    const shares = [...times(20, 0), 0.5, ...times(10, 0)]
    expect(look(shares).slice(19)).toEqual([true, false, ...times(9, 0).map(() => false), true])
  })

  it('is off while the process is busy at least every ten seconds', () => {
    expect(look(Array.from({ length: 100 }, (_, second) => (second % 10 === 0 ? 0.3 : 0)))).not.toContain(true)
  })
})
