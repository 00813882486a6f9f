import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useInboxes } from '../../threads/use-catalog.ts'
import { recipientsKey } from './participants.ts'
import { planReply, type ReplyPlan } from './reply-plan.ts'
import type { ChosenRecipients } from '../../threads/drafts.ts'

/** Milliseconds that the agent must stay on a thread before its recipients are fetched. */
const settleMs = 250

/** Returns the reply plan of a thread. */
export function useReplyPlan(thread: Thread, chosen: ChosenRecipients | null): ReplyPlan {
  const { skein } = useApi()
  const { data: inboxes = [] } = useInboxes()
  const inbox = inboxes.find(({ id }) => id === thread.inboxId)
  const hasSettled = useHasSettled(thread.id)
  const { data: defaults } = useQuery({
    // A new message can change the recipients; a change to the inbox can change whether it can send.
    queryKey: [...recipientsKey(thread.id), thread.lastMessageId, inbox?.email?.send],
    // In other inboxes, replies are mailed only when the agent chooses recipients.
    enabled: inbox !== undefined && (inbox.type === 'EMAIL' || chosen !== null) && hasSettled,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.getThreadRecipients({ path: { id: thread.id }, signal })).data,
  })
  return planReply({ thread, inbox, inboxes, defaults, chosen })
}

function useHasSettled(threadId: string): boolean {
  const [settledId, setSettledId] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettledId(threadId), settleMs)
    return () => clearTimeout(timer)
  }, [threadId])
  return settledId === threadId
}
