/** Lists of threads as the cache has them, and what can happen to a thread in them. */
import type { InfiniteData } from '@tanstack/react-query'
import type { AnswerOf, Thread } from '@skein/client'

export type ThreadPage = { data: Thread[]; meta: AnswerOf<'listThreads'>['meta']; fresh?: Thread[] }
export type ThreadList = InfiniteData<ThreadPage, string>

/** `before` is null for a new thread. */
export type ThreadChange = {
  now: Thread
  before: Thread | null
  meId: string
  /** Of whoever looks. */
  isOwn?: boolean
  /** It has come to the top of the lists that are ordered by messages: nobody knew it here. */
  arrives?: boolean
}
