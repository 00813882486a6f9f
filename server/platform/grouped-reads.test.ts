import { describe, expect, it } from 'vitest'
import { createGroupedReader } from './grouped-reads.ts'

/** A reader whose statements end when the test ends them. Each finds the upper case of its keys. */
function openReader() {
  const statements: { keys: string[]; end(error?: Error): void }[] = []
  const clock = { ms: 0 }
  const read = createGroupedReader<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const found = new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()]))
        statements.push({ keys, end: (error) => (error ? reject(error) : resolve(found)) })
      }),
    () => clock.ms,
  )
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const end = async (i: number, error?: Error): Promise<void> => {
    statements[i]?.end(error)
    await settle()
  }
  return { read, clock, end, statements, keys: () => statements.map((each) => each.keys) }
}

describe('grouped reads', () => {
  it('a single call starts its statement at once', async () => {
    const { read, end, keys } = openReader()
    const found = read('a')
    expect(keys()).toEqual([['a']])
    await end(0)
    expect(await found).toBe('A')
  })
  it('calls that come during a statement share the next one, also for its keys', async () => {
    const { read, end, keys } = openReader()
    const first = read('a')
    const later = ['a', 'b', 'b', 'unknown'].map((key) => read(key))
    await end(0)
    expect(await first).toBe('A')
    expect(keys()).toEqual([['a'], ['a', 'b', 'unknown']])
    await end(1)
    expect(await Promise.all(later)).toEqual(['A', 'B', 'B', null])
    void read('c')
    expect(keys()[2]).toEqual(['c'])
  })
  it('an error reaches all callers of its statement and no others', async () => {
    const { read, end } = openReader()
    const first = read('a')
    const failing = [read('b'), read('c')].map((call) => call.catch((error: Error) => error.message))
    await end(0)
    const last = read('d')
    await end(1, new Error('away'))
    await end(2)
    expect([await first, ...(await Promise.all(failing)), await last]).toEqual(['A', 'away', 'away', 'D'])
  })
  it('a statement has at most 200 keys, and the first callers are first', async () => {
    const { read, end, keys } = openReader()
    void read('first')
    const calls = Array.from({ length: 450 }, (_, i) => read(`k${i}`))
    const again = read('k0')
    for (let i = 0; i < 4; i++) await end(i)
    expect(keys().map(({ length }) => length)).toEqual([1, 200, 200, 50])
    expect(keys().slice(1).flat()).toEqual(Array.from({ length: 450 }, (_, i) => `k${i}`))
    expect([await again, await calls[449]]).toEqual(['K0', 'K449'])
  })
  it('calls do not wait for a slow statement, with four at once at most', async () => {
    const { read, clock, end, keys } = openReader()
    void read('slow')
    const early = read('early')
    clock.ms = 21
    const late = read('late')
    expect(keys()).toEqual([['slow'], ['early', 'late']])
    await end(1)
    expect(await Promise.all([early, late])).toEqual(['EARLY', 'LATE'])
    for (let i = 0; i < 5; i++) {
      void read(`more ${i}`)
      clock.ms += 21
    }
    expect(keys()).toHaveLength(5)
    const last = read('last')
    await end(0)
    expect(keys()[5]).toEqual(['more 3', 'more 4', 'last'])
    await end(5)
    expect(await last).toBe('LAST')
  })
})
