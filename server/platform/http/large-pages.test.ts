import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { LargePages, type Pace } from './large-pages.ts'

/** A lane on a clock of its own, beside so many statements. */
function makeLane({ statements = 0 } = {}) {
  const state = { ms: 0, statements, restedMs: 0 }
  const lane = new LargePages({
    statements: () => state.statements,
    now: () => state.ms,
    sleep(ms) {
      state.ms += ms
      state.restedMs += ms
      return Promise.resolve()
    },
  })
  const begun: string[] = []
  /** A page that is being made until `end` is called. */
  const begin = (tenantId: string, bytes = 1_000_000, caller = `list of ${tenantId}`) => {
    const { promise, resolve } = Promise.withResolvers<{ bytes: number }>()
    let pace: Pace | null = null
    const page = lane.make(tenantId, caller, (given) => {
      begun.push(tenantId)
      pace = given
      return promise
    })
    return {
      page,
      pace: () => pace,
      async end() {
        resolve({ bytes })
        await page
        await nextTurn()
      },
    }
  }
  return { state, lane, begun, begin, readLarge: (tenantId: string) => begin(tenantId).end() }
}

describe('the lane for large pages', () => {
  it('is for callers who have read a large page of the same list in the last minute', async () => {
    const { state, begin, readLarge } = makeLane()
    const first = begin('a')
    expect(first.pace()).toBeNull()
    await first.end()
    const inLane = begin('a')
    expect(inLane.pace()).not.toBeNull()
    const otherList = begin('a', 1_000, 'labels of a')
    const otherCaller = begin('b', 1_000)
    expect([otherList.pace(), otherCaller.pace()]).toEqual([null, null])
    await Promise.all([inLane.end(), otherList.end(), otherCaller.end()])
    const small = begin('b', 1_000)
    expect(small.pace()).toBeNull()
    await small.end()
    state.ms += 60_001
    const later = begin('a')
    expect(later.pace()).toBeNull()
    await later.end()
    await readLarge('a')
  })

  it('handles one page at a time, with tenants in turn', async () => {
    const { begun, begin, readLarge } = makeLane()
    await Promise.all([readLarge('a'), readLarge('b')])
    begun.length = 0
    const pages = [begin('a'), begin('a'), begin('a'), begin('b'), begin('b')]
    for (let i = 1; i <= pages.length; i++) {
      await nextTurn()
      expect(begun).toEqual(['a', 'a', 'b', 'a', 'b'].slice(0, i))
      await [pages[0], pages[1], pages[3], pages[2], pages[4]][i - 1]?.end()
    }
    await readLarge('a')
  })

  it('continues after a page that fails', async () => {
    const { lane, begin, readLarge } = makeLane()
    await readLarge('a')
    const failing = lane.make('a', 'list of a', () => Promise.reject(new Error('no page')))
    const next = begin('a')
    await expect(failing).rejects.toThrow('no page')
    await next.end()
    await readLarge('a')
  })
})

describe('a page of the lane', () => {
  /** Spends five milliseconds on each of so many portions; answers for how long it rested between them. */
  async function rested({ state, begin, readLarge }: ReturnType<typeof makeLane>, kind: keyof Pace, portions: number): Promise<number> {
    await readLarge('a')
    const page = begin('a')
    for (let i = 0; i < portions; i++) {
      state.ms += 5
      await page.pace()?.[kind].rest()
    }
    await page.end()
    return state.restedMs
  }

  it('rests nine times as long as it works while other statements are running', async () => {
    expect(await rested(makeLane({ statements: 1 }), 'presenting', 20)).toBe(20 * 45)
    expect(await rested(makeLane({ statements: 2 }), 'reading', 20)).toBe(20 * 45)
  })

  it('rests for little more than two and a half seconds in total', async () => {
    expect(await rested(makeLane({ statements: 2 }), 'reading', 1_000)).toBe(2_520)
  })

  it('does not rest when only its own statement is running', async () => {
    expect(await rested(makeLane({ statements: 0 }), 'presenting', 20)).toBe(0)
    expect(await rested(makeLane({ statements: 1 }), 'reading', 20)).toBe(0)
  })

  it('does not rest while another request has waited for five seconds', async () => {
    const { state, begin, readLarge } = makeLane({ statements: 1 })
    await readLarge('a')
    const page = begin('a')
    const waiting = begin('a')
    state.ms += 4_000
    await page.pace()?.presenting.rest()
    expect(state.restedMs).toBe(90)
    state.ms += 1_000
    await page.pace()?.presenting.rest()
    expect(state.restedMs).toBe(90)
    await page.end()
    await waiting.end()
  })
})
