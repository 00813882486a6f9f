import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { refetchMessages } from '../threads/use-threads.ts'
import { isPicture } from './file-icon.ts'

/** Pictures of a message: embedded in its body, and attached. */
export type MessagePictures = {
  /** Signed URLs by attachment id. */
  urls: ReadonlyMap<string, string>
  /** Fetches new URLs, at most once every few minutes. */
  renew: () => void
}

/** Milliseconds after which a URL is no longer used. Signed URLs expire after five minutes; the rest is a margin for clock skew. */
const urlMs = 240_000

/** Returns the URLs of a message's pictures. They stay stable while the message is shown, because new URLs would reload it. */
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
    // Without URLs, the pictures' alternative texts stay visible.
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
