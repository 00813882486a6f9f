/** Cancels a reply that has not been sent yet, and returns its text to the composer. */
import { useCallback } from 'react'
import type { Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useDrafts } from '../threads/drafts.ts'
import { joinWritings } from './composer/field.ts'
import { sentActions } from './composer/reply-changes.ts'
import { removeScheduled } from './scheduled-replies.ts'
import { withdrawOffer } from './undo-offers.ts'
import { findUploadedFiles, startUploads } from './uploads.ts'

export function useCancelReply(): (message: Message) => Promise<void> {
  const { skein, queries } = useApi()
  const drafts = useDrafts()
  return useCallback(
    async (message) => {
      const { id, threadId, body, bodyFormat, bodyText, attachments } = message
      await skein.deleteMessage({ path: { id } })
      withdrawOffer(id)
      removeScheduled(queries, message)
      const { text, html, actions } = drafts.get(threadId, 'reply')
      const reply = { text: bodyText, html: bodyFormat === 'html' ? body : null }
      drafts.write(threadId, 'reply', { ...joinWritings(reply, { text, html }), actions: [...(sentActions.get(id) ?? []), ...actions] })
      // The service deletes the reply's files with it, so upload the files that came from this page again.
      startUploads({ skein, drafts, threadId, kind: 'reply' }, findUploadedFiles(attachments.map(({ filename }) => filename)))
    },
    [skein, queries, drafts],
  )
}
