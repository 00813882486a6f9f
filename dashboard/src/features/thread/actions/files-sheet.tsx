import { useState } from 'react'
import type { Message, Thread } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { formatFileSize } from '../../../ui/file-size.ts'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { ArrowRight } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { formatExact, formatMoment } from '../../../ui/time.ts'
import { useMessages } from '../../threads/use-threads.ts'
import { FileMark } from '../file-mark.tsx'
import { isPicture } from '../file-icon.ts'
import { messageToShow } from '../focused-message.ts'
import { Lightbox } from '../lightbox.tsx'
import { authorName } from '../message-article.tsx'
import { useDownloadFile } from '../use-download-file.ts'
import { useMessagePictures } from '../use-message-pictures.ts'

type Attachment = Message['attachments'][number]

/** All files of a thread, newest first, as far back as its messages are loaded. */
export function FilesSheet({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMessages(thread.id)
  const files = data?.pages
    .flatMap((page) => page.data)
    .flatMap((message) => message.attachments.filter(({ inline }) => !inline).map((file) => ({ message, file })))
  return (
    <FormSheet title={t('Files of this thread')} onClose={onClose}>
      <div className="grid grid-cols-1 gap-3 p-5 max-md:p-3">
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!files && !error && <Skeleton />}
        {files?.length === 0 && (
          <p className="text-text-2">{hasNextPage ? t('The latest messages have no files.') : t('This thread has no files.')}</p>
        )}
        {files && files.length > 0 && (
          <ul aria-label={t('Files')} className="grid gap-1">
            {files.map(({ message, file }) => (
              <FileRow
                key={file.id}
                message={message}
                file={file}
                onShowMessage={() => {
                  messageToShow.set({ threadId: thread.id, id: message.id })
                  onClose()
                }}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button className="justify-self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Look in earlier messages')}
          </Button>
        )}
      </div>
    </FormSheet>
  )
}

type FileRowProps = { message: Message; file: Attachment; onShowMessage: () => void }

function FileRow({ message, file, onShowMessage }: FileRowProps) {
  const { id, filename, contentType, size } = file
  const { busyId, download } = useDownloadFile(message)
  const [isShown, setShown] = useState(false)
  return (
    <li className="flex items-center gap-2">
      <button
        type="button"
        aria-busy={busyId === id}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-lg p-1.5 text-start hover:bg-hover"
        onClick={() => (isPicture(file) ? setShown(true) : void download(id))}
      >
        <FileMark filename={filename} contentType={contentType} />
        <span className="grid min-w-0">
          <bdi className="truncate font-medium">{filename}</bdi>
          <span className="truncate text-xs text-muted">
            {formatFileSize(size)} · <bdi>{authorName(message)}</bdi> ·{' '}
            <time dateTime={message.createdAt} data-tip={formatExact(message.createdAt)}>
              {formatMoment(message.createdAt)}
            </time>
          </span>
        </span>
      </button>
      <IconButton icon={ArrowRight} label={t('Go to the message')} className="rtl:-scale-x-100" onClick={onShowMessage} />
      {isShown && <Picture message={message} file={file} onDownload={() => void download(id)} onClose={() => setShown(false)} />}
    </li>
  )
}

type PictureProps = { message: Message; file: Attachment; onDownload: () => void; onClose: () => void }

function Picture({ message, file, onDownload, onClose }: PictureProps) {
  const links = useMessagePictures(message)
  return <Lightbox pictures={[file]} start={0} links={links} onDownload={onDownload} onClose={onClose} />
}
