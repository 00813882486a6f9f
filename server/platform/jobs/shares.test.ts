import { expect, it } from 'vitest'
import { Shares } from './shares.ts'

const tenant = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

it('a tenant gets its full share when the process is idle, and gets it back later', () => {
  const shares = new Shares({ inAll: 1_000, perTenant: 50 })
  expect(shares.take(tenant(1), 80)).toBe(50)
  expect([shares.free(tenant(1)), shares.full()]).toEqual([0, [tenant(1)]])
  shares.returnSlots(tenant(1), 50)
  expect([shares.free(tenant(1)), shares.full()]).toEqual([50, []])
})

it.each([20, 100, 500])('another tenant still gets a slot when %i tenants have taken all they can get', (greedy) => {
  const shares = new Shares({ inAll: 1_000, perTenant: 50 })
  for (let round = 0; round < 60; round++) for (let n = 1; n <= greedy; n++) shares.take(tenant(n), 1)
  expect(shares.free(tenant(0))).toBeGreaterThan(0)
})
