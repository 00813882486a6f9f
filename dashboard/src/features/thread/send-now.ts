/** Sends a scheduled reply immediately, or retries one that could not be sent. */
import { useCallback } from 'react'
import { ApiError, type Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { putMessage } from '../threads/thread-cache.ts'
import { useMeId } from '../threads/use-threads.ts'
import { removeScheduled } from './scheduled-replies.ts'
import { withdrawOffer } from './undo-offers.ts'

export function useSendNow(): (reply: Message) => Promise<void> {
  const { skein, queries } = useApi()
  const meId = useMeId()
  return useCallback(
    async (reply) => {
      const { id } = reply
      // Undo is no longer offered. If sending fails, the reply stays visible in the timeline.
      withdrawOffer(id)
      try {
        const { data } = await skein.sendMessageNow({ path: { id } })
        removeScheduled(queries, reply)
        putMessage(queries, data, meId)
      } catch (error) {
        // The reply has been sent already, by its time or by a colleague. Its event adds the message.
        if (!(error instanceof ApiError && error.code === 'SVC-MESSAGE-SENT')) throw error
        removeScheduled(queries, reply)
      }
    },
    [skein, queries, meId],
  )
}
