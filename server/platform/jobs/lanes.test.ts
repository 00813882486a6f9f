import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Lane } from './job.ts'
import { Lanes } from './lanes.ts'
import { Pace } from './pace.ts'
import { SuspendedTenants } from './suspended-tenants.ts'

const tenant = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

it('lanes that wait for a slot are worked on when it is too early to search again', async () => {
  const found: Lane[] = [1, 2, 3, 4, 5].map((n) => ({ tenantId: tenant(n), lane: 'only' }))
  const worked: string[] = []
  let searches = 0
  const lanes = new Lanes<string>(
    { name: 'waiting', shares: { inAll: 1, perTenant: 1 }, claimAtLeast: 1, paced: false },
    {
      due: () => Promise.resolve(searches++ === 0 ? found : null),
      claim: ({ tenantId }) => Promise.resolve({ items: [tenantId], more: false, prevented: false }),
      open: () => async (item) => {
        await sleep(5)
        worked.push(item)
      },
      atOnce: () => 1,
    },
    {
      pace: new Pace({}),
      // Safe because the list is read with `rows` alone.
      suspended: new SuspendedTenants({ rows: () => Promise.resolve([]) } as never),
      log: { warn: expect.unreachable } as never,
      stopping: new AbortController().signal,
    },
  )
  expect([await lanes.look(), await lanes.look()], 'whether the searches found lanes').toEqual([true, false])
  await expect.poll(() => worked).toEqual(found.map(({ tenantId }) => tenantId))
})
