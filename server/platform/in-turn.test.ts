import { describe, expect, it } from 'vitest'
import { createSerialRunner } from './in-turn.ts'

/** Creates tasks that end when the test ends them. */
function startWork() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))))
  }
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return { begun, work, settle, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

describe('serialised work', () => {
  it('runs one task at a time in a lane, and lanes in parallel', async () => {
    const runSerially = createSerialRunner<string>()
    const { begun, work, settle, end } = startWork()
    const first = runSerially('a', 'x', work('a1'))
    const second = runSerially('a', 'y', work('a2'))
    const other = runSerially('b', 'x', work('b1'))
    await settle()
    expect(begun).toEqual(['a1', 'b1'])
    end('a1')
    await settle()
    expect(begun).toEqual(['a1', 'b1', 'a2'])
    end('a2')
    end('b1')
    expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1'])
  })
  it('shares a task between callers of the same name until it starts', async () => {
    const runSerially = createSerialRunner<string>()
    const { begun, work, settle, end } = startWork()
    const running = runSerially('a', 'x', work('running'))
    await settle()
    const waiting = [1, 2, 3].map((n) => runSerially('a', 'x', work(`waiting ${n}`)))
    end('running')
    await settle()
    end('waiting 1')
    expect(await Promise.all([running, ...waiting])).toEqual(['running', 'waiting 1', 'waiting 1', 'waiting 1'])
    expect(begun).toEqual(['running', 'waiting 1'])
  })
  it('continues after a failure, which only the callers of that task receive', async () => {
    const runSerially = createSerialRunner<string>()
    const { work, settle, end } = startWork()
    const failing = runSerially('a', 'x', work('failing'))
    const next = runSerially('a', 'y', work('next'))
    await settle()
    end('failing', new Error('away'))
    await expect(failing).rejects.toThrow('away')
    await settle()
    end('next')
    expect(await next).toBe('next')
  })
  it('never shares tasks without a name', async () => {
    const runSerially = createSerialRunner<number>()
    let runs = 0
    const work = () => Promise.resolve(++runs)
    expect(await Promise.all([1, 2, 3].map(() => runSerially('a', null, work)))).toEqual([1, 2, 3])
  })
  it('skips a task when all its callers have waited longer than a request may take', async () => {
    let nowMs = 0
    const runSerially = createSerialRunner<string>(() => nowMs)
    const { begun, work, settle, end } = startWork()
    const slow = runSerially('a', 'slow', work('slow'))
    await settle()
    const late = runSerially('a', 'late', work('late'))
    const refused = expect(late).rejects.toMatchObject({ declaration: { code: 'SVC-SYSTEM-TIMEOUT' } })
    const joined = runSerially('a', 'joined', work('joined'))
    nowMs = 10_000
    const joining = runSerially('a', 'joined', work('never'))
    nowMs = 20_000
    end('slow')
    await settle()
    await refused
    end('joined')
    expect(await Promise.all([slow, joined, joining])).toEqual(['slow', 'joined', 'joined'])
    expect(begun).toEqual(['slow', 'joined'])
  })
})
