import { formatFileSize } from '../../ui/file-size.ts'
import { Icon } from '../../ui/icon.tsx'
import { Paperclip } from '../../ui/icons.ts'
import { t } from '../../texts/texts.ts'

type FileNamesProps = { files: readonly { uploadId: string; filename: string; size: number }[] }

/** Names and sizes of the files that a saved reply brings. */
export function FileNames({ files }: FileNamesProps) {
  if (files.length === 0) return null
  return (
    <ul aria-label={t('Files')} className="mt-2 grid gap-0.5 text-text-2">
      {files.map(({ uploadId, filename, size }) => (
        <li key={uploadId} className="flex min-w-0 items-center gap-1.5">
          <Icon of={Paperclip} size={14} />
          <bdi className="min-w-0 wrap-anywhere">{filename}</bdi>
          <span className="shrink-0 text-xs text-muted">{formatFileSize(size)}</span>
        </li>
      ))}
    </ul>
  )
}
