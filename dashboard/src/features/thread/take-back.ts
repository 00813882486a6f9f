/** Takes a reply back that was not sent yet: its text returns to the composer. */
import { useCallback } from 'react'
import type { Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useDrafts } from '../threads/drafts.ts'
import { joined } from './composer/field.ts'
import { sentActions } from './composer/reply-changes.ts'
import { dropScheduled } from './scheduled-replies.ts'
import { withdrawOffer } from './undo-offers.ts'
import { keptFiles, startUploads } from './uploads.ts'

export function useTakeBack(): (message: Message) => Promise<void> {
  const { skein, queries } = useApi()
  const drafts = useDrafts()
  return useCallback(
    async (message) => {
      const { id, threadId, body, bodyFormat, bodyText, attachments } = message
      await skein.deleteMessage({ path: { id } })
      withdrawOffer(id)
      dropScheduled(queries, message)
      const { text, html, actions } = drafts.get(threadId, 'reply')
      const reply = { text: bodyText, html: bodyFormat === 'html' ? body : null }
      drafts.write(threadId, 'reply', { ...joined(reply, { text, html }), actions: [...(sentActions.get(id) ?? []), ...actions] })
      // Its files are deleted with it: those that came from this page are uploaded again.
      startUploads({ skein, drafts, threadId, kind: 'reply' }, keptFiles(attachments.map(({ filename }) => filename)))
    },
    [skein, queries, drafts],
  )
}
