import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useInboxes } from '../../threads/use-catalog.ts'
import { useMessages } from '../../threads/use-threads.ts'
import { recipientsKey } from './participants.ts'
import { planReply, type ChosenRecipients, type ReplyPlan } from './reply-plan.ts'

/** The agent stays on a thread for this long before its recipients are fetched. */
const settleMs = 250

/** Returns where a reply to the thread will go. */
export function useReplyPlan(thread: Thread, chosen: ChosenRecipients | null): ReplyPlan {
  const { skein } = useApi()
  const { data: inboxes = [] } = useInboxes()
  const inbox = inboxes.find(({ id }) => id === thread.inboxId)
  const hasSettled = useHasSettled(thread.id)
  const { data: defaults } = useQuery({
    // A new message can have other recipients.
    queryKey: [...recipientsKey(thread.id), thread.lastMessageId],
    enabled: inbox?.type === 'EMAIL' && hasSettled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.getThreadRecipients({ path: { id: thread.id }, signal })).data,
  })
  const newestFirst = useMessages(thread.id).data?.pages.flatMap(({ data }) => data) ?? []
  const lastReply = newestFirst.find(({ email, delivery }) => email?.direction === 'OUT' && delivery.state !== 'QUEUED')
  return planReply({ thread, inbox, inboxes, defaults, chosen, wasKept: lastReply?.delivery.state === 'KEPT' })
}

function useHasSettled(threadId: string): boolean {
  const [settledId, setSettledId] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettledId(threadId), settleMs)
    return () => clearTimeout(timer)
  }, [threadId])
  return settledId === threadId
}
