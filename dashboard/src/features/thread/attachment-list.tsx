import { useState } from 'react'
import type { Message } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Image } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { isPicture } from './file-icon.ts'
import { FileMark } from './file-mark.tsx'
import { formatFileSize } from '../../ui/file-size.ts'
import { toDownload, useDownloadFile } from './use-download-file.ts'
import type { MessagePictures } from './use-message-pictures.ts'

const Lightbox = lazyDialog(async () => (await import('./lightbox.tsx')).Lightbox)

/** Milliseconds after which a file URL is no longer used. Signed URLs expire after five minutes; the rest is a margin for clock skew. */
const linkMs = 240_000

type AttachmentListProps = { message: Message; pictures: MessagePictures }

/** Files of a message, except those that its body embeds: previews for pictures, and download cards for other files. */
export function AttachmentList({ message: { id, threadId, ...message }, pictures }: AttachmentListProps) {
  const attachments = message.attachments.filter(({ inline }) => !inline)
  const previews = attachments.filter(isPicture)
  const files = attachments.filter((each) => !isPicture(each))
  const [mountedAt] = useState(() => Date.now())
  const { busyId, download } = useDownloadFile({ id, threadId })
  /** Index of the picture that the lightbox opens with; null while it is closed. */
  const [shown, setShown] = useState<number | null>(null)
  if (attachments.length === 0) return null
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
              // Reserve a fixed size, so that nothing moves when the picture loads.
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
