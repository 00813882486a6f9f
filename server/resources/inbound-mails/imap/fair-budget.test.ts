import { expect, it } from 'vitest'
import { FairBudget } from './fair-budget.ts'

/** Starts work that lasts until `end` is called with its name, and returns the names of the work that has started. */
function startWork(limit: number) {
  const budget = new FairBudget(limit)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string, amount: number): void => {
    void budget.run(name.charAt(0), amount, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
    })
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begin, end, started }
}

it('a tenant gets more of a budget only while more is free than it uses', async () => {
  const { begin, end, started } = startWork(8)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1']) begin(name, 1)
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  await end('b1')
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'b3'])
  await end('a1')
  await end('a2')
  await end('a3')
  expect(started.slice(8)).toEqual(['a5', 'a6'])
})

it('a tenant that uses nothing gets what it asks for, however much others use', () => {
  const { begin, started } = startWork(4)
  const tenants = [...'abcdefgh']
  for (const tenant of tenants) for (const i of [1, 2, 3]) begin(`${tenant}${i}`, 1)
  expect(tenants.filter((tenant) => started.includes(`${tenant}1`))).toEqual(tenants)
})

it('the waiting callers of a tenant start in their order, and tenants in turn', async () => {
  const { begin, end, started } = startWork(2)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) begin(name, 1)
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2'])
  await end('b2')
  await end('a2')
  expect(started.slice(4).toSorted()).toEqual(['a3', 'b3'])
})
