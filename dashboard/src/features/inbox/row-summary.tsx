import type { ReactNode } from 'react'
import type { Thread, ThreadPreview } from '@skein/client'
import { Icon } from '../../ui/icon.tsx'
import { Lock, Paperclip } from '../../ui/icons.ts'
import { channels } from '../threads/channel-icons.ts'
import { columns, type ColumnId } from '../threads/columns.ts'
import { LabelName } from '../threads/label-name.tsx'
import { statusNames } from '../threads/names.ts'
import { useMeId } from '../threads/use-threads.ts'
import { plural, t } from '../../texts/texts.ts'
import { Marks } from './row-parts.tsx'

type RowSummaryProps = {
  thread: Thread
  preview: ThreadPreview | null
  hasDraft: boolean
  shownColumns: readonly ColumnId[]
  match: ReactNode
}

/** The third line of a row: what was written last, or the match of a search, with files and labels. */
export function RowSummary({ thread, preview, hasDraft, shownColumns, match }: RowSummaryProps) {
  const { status, channel, labels } = thread
  const about = shownColumns
    .filter((column) => column !== 'assignee' && column !== 'labels' && column !== 'channel')
    .map((column) => columns[column].format(thread))
    .filter((text) => text !== '')
    .join(' · ')
  return (
    <>
      {/* Nearly all threads are mails. */}
      {shownColumns.includes('channel') && channel !== 'email' && <Channel of={channel} />}
      {/* Searches and drafts can be in resolved and closed threads. */}
      {(match || hasDraft) && (status === 'resolved' || status === 'closed') && (
        <span className="shrink-0 font-medium">{t(statusNames[status])}</span>
      )}
      <Marks thread={thread} hasDraft={hasDraft} />
      {match ?? (
        <>
          <Snippet thread={thread} preview={preview} />
          {preview && preview.attachmentCount > 0 && <Files count={preview.attachmentCount} />}
          {shownColumns.includes('labels') && labels.length > 0 && (
            <span className="flex max-w-1/2 shrink-0 items-center gap-1.5 @md:gap-2.5">
              {labels.map((label) => (
                <LabelName key={label.id} label={label} isShort />
              ))}
            </span>
          )}
          {about !== '' && (
            <span dir="auto" className="max-w-2/3 truncate">
              {about}
            </span>
          )}
        </>
      )}
    </>
  )
}

function Snippet({ thread, preview }: { thread: Thread; preview: ThreadPreview | null }) {
  const author = useCue(thread, preview)
  if (!preview) return null
  const text = preview.deletedAt === null ? preview.text : t('Deleted by the customer')
  return (
    <span dir="auto" className="flex min-w-0 shrink-9 items-center gap-1">
      {preview.internal && (
        <span data-tip={t('Internal note')} className="shrink-0">
          <Icon of={Lock} size={12} />
          <span className="sr-only">{t('Internal note')}</span>
        </span>
      )}
      <span className="truncate">{author === null ? text : `${author}: ${text}`}</span>
    </span>
  )
}

/** Returns who wrote the message, if it is not the thread's customer: *You*, or the first name. */
function useCue({ customer }: Thread, preview: ThreadPreview | null): string | null {
  const meId = useMeId()
  const author = preview?.author
  if (!author || author.id === customer.id || author.name === customer.name) return null
  return author.id === meId ? t('You') : (author.name?.split(' ', 1)[0] ?? null)
}

function Files({ count }: { count: number }) {
  const name = plural(count, '{count} file', '{count} files')
  return (
    <span data-tip={name} className="shrink-0">
      <Icon of={Paperclip} size={12} />
      <span className="sr-only">{name}</span>
    </span>
  )
}

function Channel({ of }: { of: Thread['channel'] }) {
  const { icon, name: text } = channels[of]
  const name = t(text)
  return (
    <span data-tip={name} className="shrink-0">
      <Icon of={icon} size={14} />
      <span className="sr-only">{name}</span>
    </span>
  )
}
