import { QueryClient } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { expect, it } from 'vitest'
import { applyFollowersEvent, removeFollower } from './followers-cache.ts'
import { followersKey } from './part-keys.ts'
import { countKey } from './thread-counts.ts'
import { listKey } from './thread-cache.ts'

const me = { id: 'usr_1', name: 'Ada' }
const grace = { id: 'usr_2', name: 'Grace' }
const key = followersKey('thr_1')
const followed = { followerId: 'me', status: 'open' } as const

function createQueries(followers: (typeof me)[] | null, listed: string[] = []): QueryClient {
  const queries = new QueryClient()
  if (followers) queries.setQueryData(key, followers)
  queries.setQueryData(countKey(followed), 1)
  // Safe because only the ids of these threads are read.
  const data = listed.map((id) => ({ id }) as Thread)
  queries.setQueryData(listKey(followed), { pages: [{ data, meta: { cursor: '', hasMore: false, total: data.length } }], pageParams: [''] })
  return queries
}
const isStale = (queries: QueryClient, of: readonly unknown[]) => queries.getQueryState(of)?.isInvalidated
const apply = (queries: QueryClient, followers: (typeof me)[], total = followers.length) =>
  applyFollowersEvent(queries, { threadId: 'thr_1', followers, total }, me.id)

it('another session’s change of followers is shown without a request', () => {
  const queries = createQueries([grace])
  apply(queries, [])
  expect(queries.getQueryData(key)).toEqual([])
  expect([key, countKey(followed)].map((each) => isStale(queries, each))).toEqual([false, false])
})

it('followers of a thread that was not opened are not stored', () => {
  const queries = createQueries(null)
  apply(queries, [grace])
  expect(queries.getQueryData(key)).toBeUndefined()
})

it('an event that does not name all followers requests them again', () => {
  const queries = createQueries([grace])
  apply(queries, [grace], 2)
  expect(isStale(queries, key)).toBe(true)
})

it('lists of followed threads are refetched when the agent may join or leave them', () => {
  const cases = [
    { queries: createQueries(null), now: [me] },
    { queries: createQueries([me]), now: [] },
    { queries: createQueries(null, ['thr_1']), now: [] },
  ]
  for (const { queries, now } of cases) {
    apply(queries, now)
    expect([listKey(followed), countKey(followed)].map((each) => isStale(queries, each))).toEqual([true, true])
  }
})

it('a deleted user follows nothing any longer', () => {
  const queries = createQueries([me, grace])
  removeFollower(queries, grace.id)
  expect(queries.getQueryData(key)).toEqual([me])
})
