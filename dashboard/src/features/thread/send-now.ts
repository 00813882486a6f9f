/** Sends a reply that waits at once, or one that could not be sent once more. */
import { useCallback } from 'react'
import { ApiError, type Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { putMessage } from '../threads/thread-cache.ts'
import { useMeId } from '../threads/use-threads.ts'
import { dropScheduled } from './scheduled-replies.ts'
import { withdrawOffer } from './undo-offers.ts'

export function useSendNow(): (reply: Message) => Promise<void> {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useCallback(
    async (reply) => {
      const { id } = reply
      // Nobody takes it back any more; when sending fails it still stands in the conversation.
      withdrawOffer(id)
      try {
        const { data } = await skein.sendMessageNow({ path: { id } })
        dropScheduled(queries, reply)
        putMessage(queries, data, meId)
      } catch (error) {
        // Its time came first, or somebody else was faster: it is sent, and an event brings it.
        if (!(error instanceof ApiError && error.code === 'SVC-MESSAGE-SENT')) throw error
        dropScheduled(queries, reply)
      }
    },
    [skein, queries, meId],
  )
}
