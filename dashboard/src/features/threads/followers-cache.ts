/** Patches the cached followers of threads from events, and the lists of followed threads. */
import type { QueryClient } from '@tanstack/react-query'
import type { ThreadFollower, ThreadFollowers } from '@skein/client'
import { followersKey } from './part-keys.ts'
import { findInList, type ThreadList } from './thread-lists.ts'

type Followers = ThreadFollower['user'][]

export function applyFollowersEvent(queries: QueryClient, { threadId, followers, total }: ThreadFollowers, meId: string): void {
  const queryKey = followersKey(threadId)
  const isMe = ({ id }: { id: string }): boolean => id === meId
  const concernsMe = followers.some(isMe) || queries.getQueryData<Followers>(queryKey)?.some(isMe) || isInFollowedList(queries, threadId)
  // An event with many followers names only some of them.
  if (followers.length < total) void queries.invalidateQueries({ queryKey })
  else queries.setQueryData<Followers>(queryKey, (known) => known && followers)
  if (concernsMe) refetchFollowedThreads(queries)
}

/** Removes a deleted user from the followers. The deletion emits no event for each thread. */
export function removeFollower(queries: QueryClient, userId: string): void {
  for (const [key, known] of queries.getQueriesData<Followers>({ queryKey: ['followers'] }))
    if (known?.some(({ id }) => id === userId))
      queries.setQueryData<Followers>(
        key,
        known.filter(({ id }) => id !== userId),
      )
}

/** Refetches lists and counts of followed threads. They cannot be patched, because a thread does not contain its followers. */
export function refetchFollowedThreads(queries: QueryClient): void {
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isOfFollowed(queryKey) })
}

function isInFollowedList(queries: QueryClient, threadId: string): boolean {
  const lists = queries.getQueriesData<ThreadList>({ queryKey: ['threads'], predicate: ({ queryKey }) => isOfFollowed(queryKey) })
  return lists.some(([, list]) => list !== undefined && findInList(list, threadId) !== null)
}

function isOfFollowed(queryKey: readonly unknown[]): boolean {
  return JSON.stringify(queryKey).includes('"followerId"')
}
