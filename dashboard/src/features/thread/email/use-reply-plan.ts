import { useEffect, useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Thread, ThreadRecipients } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { MessageList } from '../../threads/thread-cache.ts'
import { useInboxes } from '../../threads/use-catalog.ts'
import { messagesQuery } from '../../threads/use-threads.ts'
import { recipientsKey } from './participants.ts'
import { planReply, type ReplyPlan } from './reply-plan.ts'
import type { ChosenRecipients } from '../../threads/drafts.ts'

/** Milliseconds that the agent must stay on a thread before its recipients are fetched. */
const settleMs = 250

/** Milliseconds between attempts to fetch the recipients. Without them, the reply cannot be sent. */
const retryMs = 5_000

/** Returns the reply plan of a thread. `hasDraft` is true when the agent may send the reply at once. */
export function useReplyPlan(thread: Thread, chosen: ChosenRecipients | null, hasDraft: boolean): ReplyPlan {
  const { skein, queries } = useApi()
  const now = useNow()
  const { data: inboxes = [] } = useInboxes()
  const inbox = inboxes.find(({ id }) => id === thread.inboxId)
  const hasSettled = useHasSettled(thread.id)
  const { data: defaults } = useQuery({
    // A new message can change the recipients; a change to the inbox can change whether it can send.
    queryKey: [...recipientsKey(thread.id), thread.lastMessageId, inbox?.email?.send, inbox?.hook],
    // In other inboxes, replies are mailed only when the agent chooses recipients.
    enabled:
      inbox !== undefined &&
      (inbox.email !== null || inbox.capabilities.delivers === 'SERVICE' || chosen !== null) &&
      (hasSettled || hasDraft),
    // Never show the recipients of another thread, not even for a moment.
    placeholderData: (previous: ThreadRecipients | undefined, query) => (query?.queryKey[1] === thread.id ? previous : undefined),
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
    queryFn: async ({ signal }) => (await skein.getThreadRecipients({ path: { id: thread.id }, signal })).data,
  })
  const { data: customerWroteAt } = useInfiniteQuery({ ...messagesQuery(skein, queries, thread.id), select: findCustomerTime })
  return planReply({ thread, inbox, inboxes, defaults, chosen, customerWroteAt, now })
}

/** Returns when the customer last wrote; null if never, undefined if only messages that are not loaded could say so. */
export function findCustomerTime({ pages }: MessageList): string | null | undefined {
  const found = pages.flatMap(({ data }) => data).find(({ authorType, internal }) => authorType === 'CUSTOMER' && !internal)
  if (found) return found.createdAt
  return pages.at(-1)?.meta.hasMore ? undefined : null
}

function useHasSettled(threadId: string): boolean {
  const [settledId, setSettledId] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettledId(threadId), settleMs)
    return () => clearTimeout(timer)
  }, [threadId])
  return settledId === threadId
}
