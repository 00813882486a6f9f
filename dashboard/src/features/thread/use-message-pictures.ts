import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { refetchMessages } from '../threads/use-threads.ts'
import { isPicture } from './file-icon.ts'

/** The pictures of a message: those that its body shows, and attached ones. */
export type MessagePictures = {
  /** Signed URLs by the ids of attachments. */
  urls: ReadonlyMap<string, string>
  /** Fetches new URLs. Does nothing when that happened within the last minutes. */
  renew: () => void
}

/** How long a URL is used. The service signs URLs for five minutes, so this leaves a minute for clocks that differ. */
const urlMs = 240_000

/** Returns the URLs of a message's pictures. They stay the same while the message is shown, because new ones would load it again. */
export function useMessagePictures({ id, threadId, attachments }: Message): MessagePictures {
  const { skein, queries } = useApi()
  const [urls, setUrls] = useState(() => getUrls(attachments))
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const renew = useCallback(() => {
    if (Date.now() - renewedAt.current < urlMs) return
    renewedAt.current = Date.now()
    const fetchUrls = async (): Promise<void> => {
      const messages = await refetchMessages(skein, queries, threadId, id)
      setUrls(getUrls(messages.find((each) => each.id === id)?.attachments ?? []))
    }
    // Without URLs, the alternative texts of the pictures stay visible.
    fetchUrls().catch(() => undefined)
  }, [skein, queries, threadId, id])
  const isIncomplete = attachments.some((each) => isShown(each) && !urls.has(each.id))
  // Messages from events contain no URLs.
  useEffect(() => {
    if (isIncomplete) renew()
  }, [isIncomplete, renew])
  return { urls, renew }
}

function isShown(attachment: Message['attachments'][number]): boolean {
  return attachment.inline || isPicture(attachment)
}

function getUrls(attachments: Message['attachments']): ReadonlyMap<string, string> {
  return new Map(attachments.flatMap((each) => (isShown(each) && each.url !== null ? [[each.id, each.url]] : [])))
}
