import { useState } from 'react'
import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toasts.ts'
import { refetchMessages } from '../threads/use-threads.ts'

/** Adds the query parameter that makes the browser save the file. Otherwise pictures and PDFs would replace the dashboard. */
export const toDownload = (url: string): string => `${url}&download`

/** Downloads files of a message by a new URL. Old ones expire, and messages from events contain none. */
export function useDownloadFile({ id, threadId }: Pick<Message, 'id' | 'threadId'>): {
  /** The file whose URL is being fetched. */
  busyId: string | null
  download: (attachmentId: string) => Promise<void>
} {
  const { skein, queries } = useApi()
  const [busyId, setBusyId] = useState<string | null>(null)
  const download = async (attachmentId: string): Promise<void> => {
    setBusyId(attachmentId)
    try {
      const messages = await refetchMessages(skein, queries, threadId, id)
      const url = messages.find((each) => each.id === id)?.attachments.find((each) => each.id === attachmentId)?.url
      if (url) location.assign(toDownload(url))
      else showToast({ kind: 'problem', text: t('This file was deleted.') })
    } catch (error) {
      showToast({ kind: 'problem', text: t('We couldn’t download the file. {reason}', { reason: describeFailure(error).text }) })
    } finally {
      setBusyId(null)
    }
  }
  return { busyId, download }
}
