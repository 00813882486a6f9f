import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Lane, OpenQueue } from './job.ts'
import { Lanes } from './lanes.ts'
import { Pace } from './pace.ts'
import { SuspendedTenants } from './suspended-tenants.ts'

const tenant = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

function openLanes(open: Pick<OpenQueue<string>, 'due' | 'open'>): Lanes<string> {
  return new Lanes<string>(
    { name: 'waiting', shares: { inAll: 1, perTenant: 1 }, claimAtLeast: 1, paced: false },
    { claim: (lane) => Promise.resolve({ items: [lane.lane], more: false, prevented: false }), atOnce: () => 1, ...open },
    {
      pace: new Pace({}),
      // Safe because SuspendedTenants only calls `rows`.
      suspended: new SuspendedTenants({ rows: () => Promise.resolve([]) } as never),
      log: { warn: expect.unreachable } as never,
      stopping: new AbortController().signal,
    },
  )
}

it('lanes that wait for a slot are worked on when it is too early to search again', async () => {
  const found: Lane[] = [1, 2, 3, 4, 5].map((n) => ({ tenantId: tenant(n), lane: `of ${n}` }))
  const worked: string[] = []
  let searches = 0
  const lanes = openLanes({
    due: () => Promise.resolve(searches++ === 0 ? found : null),
    open: () => async (item) => {
      await sleep(5)
      worked.push(item)
    },
  })
  expect([await lanes.look(), await lanes.look()], 'whether the searches found lanes').toEqual([true, false])
  await expect.poll(() => worked).toEqual(found.map(({ lane }) => lane))
})

it('a lane found late has its turn although another of its tenant is always busy', async () => {
  const busy: Lane = { tenantId: tenant(1), lane: 'busy' }
  const late: Lane = { tenantId: tenant(1), lane: 'late' }
  const worked: string[] = []
  let end = (): void => {}
  let found = [busy]
  const lanes = openLanes({
    due: ({ lanes: full }) => Promise.resolve(found.filter((lane) => !full.includes(lane))),
    open: (lane) => async (item) => {
      worked.push(item)
      await new Promise<void>((resolve) => {
        end = resolve
      })
      // As a reader with many unread events.
      setImmediate(() => lanes.wake(lane))
    },
  })
  await lanes.look()
  await expect.poll(() => worked).toEqual(['busy'])
  found = [busy, late]
  await lanes.look()
  // A search that began before the lane was busy can find it, too.
  lanes.wake(busy)
  end()
  await expect.poll(() => worked.length).toBe(2)
  expect(worked).toEqual(['busy', 'late'])
})
