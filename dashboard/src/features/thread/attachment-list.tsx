import { useState } from 'react'
import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { showToast } from '../../ui/toasts.ts'
import { refetchMessages } from '../threads/use-threads.ts'

/** The service signs a link for five minutes. */
const linkMs = 240_000

/** The files of a message. */
export function AttachmentList({ message: { id, threadId, attachments } }: { message: Message }) {
  const { skein, queries } = useApi()
  const [shownAt] = useState(() => Date.now())
  const [busyId, setBusyId] = useState<string | null>(null)
  if (attachments.length === 0) return null
  /** A link that has ended, or that an event did not have, is asked for again. */
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
              if (url !== null && Date.now() - shownAt < linkMs) return
              event.preventDefault()
              void download(attachmentId)
            }}
          >
            <span className="max-w-64 truncate text-accent underline">{filename}</span>
            <span className="text-muted">{fileSize(size)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Formats a size: `13 bytes`, `4.2 kB`, `25 MB`. */
export function fileSize(bytes: number): string {
  // The short form of "byte" is the same for one and for many: "13 byte".
  if (bytes < 1024) return new Intl.NumberFormat(undefined, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes)
  const [amount, unit] = bytes < 1_048_576 ? [bytes / 1024, 'kilobyte'] : [bytes / 1_048_576, 'megabyte']
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: amount < 10 ? 1 : 0 }).format(
    amount,
  )
}
