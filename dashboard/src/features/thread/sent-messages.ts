/**
 * Messages that the agent has sent from this page. The timeline scrolls to the latest one. During a reply's undo window, the agent can
 * cancel it or send it immediately: from the toast, the timeline, or with shortcuts.
 */
import { useCallback } from 'react'
import { ApiError, type Message, type SkeinClient } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { createStore } from '../../api/store.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toasts.ts'
import { useDrafts } from '../threads/drafts.ts'
import { putMessage } from '../threads/thread-cache.ts'
import type { ShownChange } from '../threads/show-change.ts'
import { useMeId } from '../threads/use-threads.ts'
import type { Draft } from '../threads/draft.ts'
import { joinWritings } from '../editor/field.ts'
import { removeScheduled } from '../threads/scheduled-replies.ts'
import { sentExtras, type SentExtras } from './sent-extras.ts'
import { findUploadedFiles, startUploads } from './uploads.ts'

/** Times of the last reply or note that this page sent to each thread. */
export const lastSent = createStore<ReadonlyMap<string, number>>(new Map())

export function noteSent(threadId: string): void {
  lastSent.set(new Map(lastSent.get()).set(threadId, performance.now()))
}

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
      const draft = drafts.get(threadId, 'reply')
      const reply = { text: bodyText, html: bodyFormat === 'html' ? body : null }
      const sent = sentExtras.take(id)
      drafts.write(threadId, 'reply', { ...joinWritings(reply, draft), ...restoreExtras(message, draft, sent) })
      // The service deletes the reply's files with it. Those of a saved reply are copies, so attach the saved reply's files again.
      const sentFiles = sent?.files ?? []
      const uploadedHere = new Set(findUploadedFiles(sentFiles.map(({ filename }) => filename)).map(({ name }) => name))
      const others = sentFiles.filter(({ filename }) => !uploadedHere.has(filename))
      const shared = await findSharedFiles(skein, others)
      const { files: staged } = drafts.get(threadId, 'reply')
      const missing = shared.filter((file) => staged.every(({ uploadId }) => uploadId !== file.uploadId))
      if (missing.length > 0) drafts.write(threadId, 'reply', { files: [...missing, ...staged] })
      // Upload this page's other files again.
      const isShared = (filename: string): boolean => shared.some((file) => file.filename === filename)
      const names = attachments.map(({ filename }) => filename).filter((filename) => !isShared(filename))
      const files = findUploadedFiles(names)
      startUploads({ skein, drafts, threadId, kind: 'reply' }, files)
      const lost = names.filter((name) => !files.some((file) => file.name === name))
      if (lost.length > 0)
        showToast(
          { kind: 'problem', text: t('The files of the reply are gone. Attach them again: {files}', { files: lost.join(', ') }) },
          30_000,
        )
    },
    [skein, queries, drafts],
  )
}

/** Returns the files that any number of messages may have, because they belong to saved replies. */
async function findSharedFiles(skein: Pick<SkeinClient, 'getUpload'>, files: Draft['files']): Promise<Draft['files']> {
  const found = await Promise.all(
    files.map(({ uploadId }) =>
      skein.getUpload({ path: { id: uploadId } }).then(
        ({ data }) => data.shared,
        () => false,
      ),
    ),
  )
  return files.filter((_, at) => found[at])
}

type Extras = Pick<SentExtras, 'actions' | 'recipients'>

/**
 * Returns the recipients and actions of the draft that a cancelled reply becomes. The recipients of a reply that another page sent, or this
 * page before a reload, are those of its mail.
 */
export function restoreExtras({ email }: Pick<Message, 'email'>, draft: Extras, sent: Partial<Extras> | undefined): Extras {
  const mailed = email && { to: email.to, cc: email.cc, bcc: email.bcc }
  return {
    actions: [...(sent?.actions ?? []), ...draft.actions],
    recipients: draft.recipients ?? (sent?.recipients === undefined ? mailed : sent.recipients),
  }
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
