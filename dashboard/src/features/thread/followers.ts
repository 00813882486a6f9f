/** The users who follow a thread. */
import { useQuery } from '@tanstack/react-query'
import type { ThreadFollower } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { undoQueue, type Undoable } from '../../api/undo.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toasts.ts'
import { refetchFollowedThreads } from '../threads/followers-cache.ts'
import { followersKey } from '../threads/part-keys.ts'
import { toFollowers } from '../threads/thread-parts.ts'
import { useMeId, useThreadView } from '../threads/use-threads.ts'

type Person = ThreadFollower['user']

export function useFollowers(threadId: string) {
  const { skein, queries } = useApi()
  const view = useThreadView()
  const queryKey = followersKey(threadId)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      // The thread view contains the first page.
      const first = queries.getQueryData(queryKey) === undefined ? toFollowers(await view(threadId, signal)) : null
      if (first) return first
      const followers = await skein.listThreadFollowers({ path: { id: threadId }, query: { limit: 100 }, signal }).toArray()
      return followers.map(({ user }) => user)
    },
  })
}

/** Returns a function that adds or removes a follower, optimistically and with undo. */
export function useSetFollowing(threadId: string): (user: Person, isFollowing: boolean) => void {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const key = followersKey(threadId)
  const show = async (user: Person, isFollowing: boolean): Promise<void> => {
    await queries.cancelQueries({ queryKey: key })
    queries.setQueryData<Person[]>(key, (known) => known && [...(isFollowing ? [user] : []), ...known.filter(({ id }) => id !== user.id)])
  }
  /** Returns an error sentence when the service refuses the change. */
  const send = async (user: Person, isFollowing: boolean): Promise<string | null> => {
    await show(user, isFollowing)
    const path = { id: threadId, userId: user.id }
    try {
      await (isFollowing ? skein.followThread({ path }) : skein.unfollowThread({ path }))
      return null
    } catch (error) {
      return describeFailure(error).text
    } finally {
      void queries.invalidateQueries({ queryKey: key })
      refetchFollowedThreads(queries)
    }
  }
  return (user, isFollowing) => {
    const label = describeFollowing(user, isFollowing, meId)
    const work = send(user, isFollowing)
    const entry: Undoable = {
      label,
      async run() {
        dismiss()
        if ((await work) !== null) return
        const reason = await send(user, !isFollowing)
        if (reason === null) showToast({ kind: 'done', text: describeFollowing(user, !isFollowing, meId) }, 4_000)
        else showToast({ kind: 'problem', text: t('We couldn’t undo this. {reason}', { reason }) })
      },
    }
    const undo = undoQueue.push(entry)
    const dismiss = showToast({ kind: 'done', text: label, action: { label: t('Undo'), run: undo } })
    void work.then((reason) => {
      if (reason === null) return
      undoQueue.forget(entry)
      dismiss()
      showToast({ kind: 'problem', text: t('Not saved: {change}. {reason}', { change: label, reason }) }, 30_000)
    })
  }
}

function describeFollowing({ id, name }: Person, isFollowing: boolean, meId: string): string {
  if (id === meId) return isFollowing ? t('You follow this thread') : t('You no longer follow this thread')
  return isFollowing ? t('{name} follows this thread', { name }) : t('{name} no longer follows this thread', { name })
}

/** Returns whether the signed-in user follows the thread, and a function that toggles it. */
export function useOwnFollowing(threadId: string): { isFollowing: boolean; toggle: () => void } {
  const me = getSessionUser(useStore(useApi().session.store))
  const { data: followers = [] } = useFollowers(threadId)
  const setFollowing = useSetFollowing(threadId)
  const isFollowing = followers.some(({ id }) => id === me?.id)
  return {
    isFollowing,
    toggle() {
      if (me) setFollowing({ id: me.id, name: me.name }, !isFollowing)
    },
  }
}
