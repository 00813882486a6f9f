/**
 * Messages that the agent has sent from this page. The timeline scrolls to the latest one. During a reply's undo window, the agent can
 * cancel it or send it immediately: from the toast, the timeline, or with shortcuts.
 */
import { useCallback } from 'react'
import { ApiError, type Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { createStore } from '../../api/store.ts'
import { useDrafts, type Draft } from '../threads/drafts.ts'
import { putMessage } from '../threads/thread-cache.ts'
import type { ShownChange } from '../threads/show-change.ts'
import { useMeId } from '../threads/use-threads.ts'
import { joinWritings } from './composer/field.ts'
import { removeScheduled } from '../threads/scheduled-replies.ts'
import { findUploadedFiles, startUploads } from './uploads.ts'

/** Times of the last reply or note that this page sent to each thread. */
export const lastSent = createStore<ReadonlyMap<string, number>>(new Map())

export function noteSent(threadId: string): void {
  lastSent.set(new Map(lastSent.get()).set(threadId, performance.now()))
}

/** Recipients and actions of replies that this page sent. Undoing a reply restores them to the draft. */
export const sentExtras = new Map<string, Pick<Draft, 'actions' | 'recipients'>>()

/** Changes of threads that are shown until their replies are sent. Cancelling a reply takes its change back. */
export const shownChanges = new Map<string, ShownChange>()

export type UndoOffer = {
  reply: Message
  /** Whether the reply is due within a minute, so that pressing Send again sends it now. */
  isSoon: boolean
  /** Closes the toast and removes the undo entry. */
  withdraw: () => void
}

const offers = new Map<string, UndoOffer>()

export function putOffer(offer: UndoOffer): void {
  offers.set(offer.reply.id, offer)
}

export function withdrawOffer(replyId: string): void {
  offers.get(replyId)?.withdraw()
  offers.delete(replyId)
}

/** Returns the thread's latest reply that is due within a minute. */
export function findLastOffer(threadId: string): Message | null {
  return [...offers.values()].findLast(({ reply, isSoon }) => isSoon && reply.threadId === threadId)?.reply ?? null
}

/** Returns a function that cancels a pending reply and restores its text in the composer. */
export function useCancelReply(): (message: Message) => Promise<void> {
  const { skein, queries } = useApi()
  const drafts = useDrafts()
  return useCallback(
    async (message) => {
      const { id, threadId, body, bodyFormat, bodyText, attachments } = message
      await skein.deleteMessage({ path: { id } })
      withdrawOffer(id)
      shownChanges.get(id)?.revert()
      shownChanges.delete(id)
      removeScheduled(queries, message)
      const { text, html, actions, recipients } = drafts.get(threadId, 'reply')
      const reply = { text: bodyText, html: bodyFormat === 'html' ? body : null }
      const sent = sentExtras.get(id)
      drafts.write(threadId, 'reply', {
        ...joinWritings(reply, { text, html }),
        actions: [...(sent?.actions ?? []), ...actions],
        recipients: recipients ?? sent?.recipients ?? null,
      })
      // The service deletes the reply's files with it, so upload this page's files again.
      startUploads({ skein, drafts, threadId, kind: 'reply' }, findUploadedFiles(attachments.map(({ filename }) => filename)))
    },
    [skein, queries, drafts],
  )
}

/** Returns a function that sends a scheduled reply immediately, or retries one that could not be sent. */
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
        // The reply has already been sent, at its scheduled time or by a colleague. Its event adds the message.
        if (!(error instanceof ApiError && error.code === 'SVC-MESSAGE-SENT')) throw error
        removeScheduled(queries, reply)
      }
    },
    [skein, queries, meId],
  )
}
