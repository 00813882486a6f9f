import { useState } from 'react'
import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { showToast } from '../../ui/toasts.ts'
import { refetchMessages } from '../threads/use-threads.ts'

/** How long a file link is used. The service signs links for five minutes, so this leaves a minute for clocks that differ. */
const linkMs = 240_000

/** Shows the files of a message as download links, without the pictures that its body shows. */
export function AttachmentList({ message: { id, threadId, ...message } }: { message: Message }) {
  const { skein, queries } = useApi()
  const attachments = message.attachments.filter(({ inline }) => !inline)
  const [mountedAt] = useState(() => Date.now())
  const [busyId, setBusyId] = useState<string | null>(null)
  if (attachments.length === 0) return null
  /** Fetches a new link, when the old one has expired or the message came from an event, which contains no links. */
  const download = async (attachmentId: string): Promise<void> => {
    setBusyId(attachmentId)
    try {
      const messages = await refetchMessages(skein, queries, threadId, id)
      const url = messages.find((each) => each.id === id)?.attachments.find((each) => each.id === attachmentId)?.url
      if (url) location.assign(url)
      else showToast({ kind: 'problem', text: 'This file was deleted.' })
    } catch (error) {
      showToast({ kind: 'problem', text: `The file cannot be fetched: ${describeFailure(error).text}` })
    } finally {
      setBusyId(null)
    }
  }
  return (
    <ul className="mt-2 flex flex-wrap gap-2 text-sm" aria-label="Files">
      {attachments.map(({ id: attachmentId, filename, size, url }) => (
        <li key={attachmentId}>
          <a
            href={url ?? '#'}
            rel="noreferrer"
            aria-busy={busyId === attachmentId}
            className="flex min-h-8 items-center gap-2 rounded-md border border-line px-2 hover:bg-hover"
            onClick={(event) => {
              if (url !== null && Date.now() - mountedAt < linkMs) return
              event.preventDefault()
              void download(attachmentId)
            }}
          >
            <span className="max-w-64 truncate text-accent underline">{filename}</span>
            <span className="text-muted">{formatFileSize(size)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Formats a file size, such as `13 bytes`, `4.2 kB` or `25 MB`. */
export function formatFileSize(bytes: number): string {
  // The short form of "byte" has no plural: it would be "13 byte".
  if (bytes < 1024) return new Intl.NumberFormat(undefined, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes)
  const [amount, unit] = bytes < 1_048_576 ? [bytes / 1024, 'kilobyte'] : [bytes / 1_048_576, 'megabyte']
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: amount < 10 ? 1 : 0 }).format(
    amount,
  )
}
