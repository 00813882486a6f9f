import { expect, it } from 'vitest'
import type { RuleFilter, ThreadFilter } from '@skein/client'
import { planCount, type CountQuery } from './count-plan.ts'

const statuses = ['open', 'pending', 'resolved'] as const
const statusFilters = [...statuses, 'open,pending', 'pending,resolved'] as const
const priorities = ['high', 'low'] as const
const labels = ['a', 'b'] as const

type Sample = { status: string; priority: string; waiting: boolean; labels: readonly string[] }
const samples: Sample[] = statuses.flatMap((status) =>
  priorities.flatMap((priority) =>
    [true, false].flatMap((waiting) => [[], ['a'], ['b'], ['a', 'b']].map((own) => ({ status, priority, waiting, labels: own }))),
  ),
)

const fits = (thread: Sample, { status, priority, waiting, labelId }: CountQuery | ThreadFilter): boolean =>
  (status === undefined || status.split(',').includes(thread.status)) &&
  (priority === undefined || thread.priority === priority) &&
  (waiting === undefined || thread.waiting === waiting) &&
  (labelId === undefined || thread.labels.includes(labelId))

it('the planned totals add up to the threads that a filter matches', () => {
  let seed = 7
  const pick = <Value>(values: readonly Value[]): Value => {
    seed = (seed * 16_807) % 2_147_483_647
    // Safe because the index is within the list.
    return values[seed % values.length] as Value
  }
  const makeFilter = (): ThreadFilter => ({
    ...(pick([true, false]) ? { status: pick(statusFilters) } : {}),
    ...(pick([true, false]) ? { priority: pick(priorities) } : {}),
    ...(pick([true, false]) ? { waiting: pick([true, false]) } : {}),
    ...(pick([true, false, false]) ? { labelId: pick(labels) } : {}),
  })
  const makeFilters = (): ThreadFilter[] => Array.from({ length: pick([0, 1, 2]) }, makeFilter)
  let counted = 0
  for (let at = 0; at < 400; at++) {
    const filter: RuleFilter = { any: makeFilters(), all: makeFilters(), none: makeFilters() }
    const plan = planCount(filter)
    if (plan === null) continue
    counted += 1
    const expected = samples.filter(
      (thread) =>
        (filter.all ?? []).every((each) => fits(thread, each)) &&
        ((filter.any ?? []).length === 0 || (filter.any ?? []).some((each) => fits(thread, each))) &&
        !(filter.none ?? []).some((each) => fits(thread, each)),
    ).length
    const sum = plan.reduce((total, { sign, query }) => total + sign * samples.filter((thread) => fits(thread, query)).length, 0)
    expect(sum, JSON.stringify(filter)).toBe(expected)
  }
  expect(counted).toBeGreaterThan(200)
})

it('conditions on fields of customers, which the list lacks, are not counted', () => {
  expect(planCount({ all: [{ customerFields: [{ key: 'plan', values: ['pro'] }] }] })).toBeNull()
})

it('two labels at once are not counted, and two statuses match nothing', () => {
  expect(planCount({ all: [{ labelId: 'lbl_a' }, { labelId: 'lbl_b' }] })).toBeNull()
  expect(planCount({ all: [{ status: 'open' }, { status: 'pending' }] })).toEqual([])
})

it('of two times the narrower one counts', () => {
  const [early, late] = ['2031-01-01T00:00:00.000Z', '2031-02-01T00:00:00.000Z']
  expect(
    planCount({
      all: [
        { createdAfter: late, createdBefore: early },
        { createdAfter: early, createdBefore: late },
      ],
    }),
  ).toEqual([{ sign: 1, query: { createdAfter: late, createdBefore: early } }])
})
