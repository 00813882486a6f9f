import { useState } from 'react'
import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Image } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { refetchMessages } from '../threads/use-threads.ts'
import { findFileIcon, isPicture } from './file-icon.ts'
import { formatFileSize } from '../../ui/file-size.ts'
import type { MessagePictures } from './use-message-pictures.ts'

const Lightbox = lazyDialog(async () => (await import('./lightbox.tsx')).Lightbox)

/** How long a file link is used. The service signs links for five minutes, so this leaves a minute for clocks that differ. */
const linkMs = 240_000

type AttachmentListProps = { message: Message; pictures: MessagePictures }

/** Shows the files of a message, without those that its body shows: pictures as previews, other files as cards that download them. */
export function AttachmentList({ message: { id, threadId, ...message }, pictures }: AttachmentListProps) {
  const { skein, queries } = useApi()
  const attachments = message.attachments.filter(({ inline }) => !inline)
  const previews = attachments.filter(isPicture)
  const files = attachments.filter((each) => !isPicture(each))
  const [mountedAt] = useState(() => Date.now())
  const [busyId, setBusyId] = useState<string | null>(null)
  /** The index of the picture that the lightbox shows first; null while it is closed. */
  const [shown, setShown] = useState<number | null>(null)
  if (attachments.length === 0) return null
  /** Fetches a new link, when the old one has expired or the message came from an event, which contains no links. */
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
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-2 text-sm empty:hidden" aria-label={t('Files')}>
        {previews.map(({ id: attachmentId, filename, size }, at) => (
          <li key={attachmentId}>
            <button
              type="button"
              aria-label={t('Show {file}', { file: filename })}
              aria-haspopup="dialog"
              data-tip={`${filename} · ${formatFileSize(size)}`}
              // The size does not depend on the picture, so that nothing moves when it is loaded.
              className="relative grid h-30 w-40 max-w-full place-items-center overflow-hidden rounded-lg border border-line bg-hover text-muted"
              onClick={() => setShown(at)}
            >
              <Icon of={Image} size={20} />
              {pictures.urls.has(attachmentId) && (
                <img
                  src={pictures.urls.get(attachmentId)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="absolute inset-0 size-full object-cover"
                  onError={pictures.renew}
                />
              )}
            </button>
          </li>
        ))}
        {files.map(({ id: attachmentId, filename, contentType, size, url }) => (
          <li key={attachmentId} className="min-w-0">
            <a
              href={url === null ? '#' : toDownload(url)}
              rel="noreferrer"
              aria-busy={busyId === attachmentId}
              className="flex min-h-11 max-w-full items-center gap-2.5 rounded-lg border border-line bg-surface py-1 ps-1.5 pe-3 hover:bg-raised hover:shadow-1"
              onClick={(event) => {
                if (url !== null && Date.now() - mountedAt < linkMs) return
                event.preventDefault()
                void download(attachmentId)
              }}
            >
              <FileMark filename={filename} contentType={contentType} />
              <span className="grid min-w-0">
                <bdi className="max-w-56 truncate font-medium">{filename}</bdi>
                <span className="text-xs text-muted">{formatFileSize(size)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Lightbox
          pictures={previews}
          start={shown}
          links={pictures}
          onDownload={(fileId) => void download(fileId)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

/** With this suffix, the browser saves the file. Otherwise it would show pictures and PDF in place of the dashboard. */
const toDownload = (url: string): string => `${url}&download`

/** The icon of a file on a tile. */
export function FileMark({ filename, contentType }: { filename: string; contentType?: string }) {
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-md bg-hover text-muted">
      <Icon of={findFileIcon(filename, contentType)} />
    </span>
  )
}
