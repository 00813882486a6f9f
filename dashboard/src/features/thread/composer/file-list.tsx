import { useStore } from '../../../api/store.ts'
import { t } from '../../../texts/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { X } from '../../../ui/icons.ts'
import type { DraftFile } from '../../threads/drafts.ts'
import { FileMark } from '../file-mark.tsx'
import { formatFileSize } from '../../../ui/file-size.ts'
import { uploads, type Upload } from '../uploads.ts'

type FileListProps = { draft: string; files: readonly DraftFile[]; onRemove: (uploadId: string) => void }

/** Files of a draft: uploaded, uploading, and failed with the reason. */
export function FileList({ draft, files, onRemove }: FileListProps) {
  const unfinished = useUploads(draft)
  if (files.length + unfinished.length === 0) return null
  return (
    <ul aria-label={t('Files')} className="mt-2 flex flex-wrap gap-2 empty:hidden">
      {files.map(({ uploadId, filename, size }) => (
        <li key={uploadId} className={card}>
          <FileMark filename={filename} />
          <span className="grid min-w-0">
            <bdi className="max-w-56 truncate font-medium">{filename}</bdi>
            <span className="text-xs text-muted">{formatFileSize(size)}</span>
          </span>
          <IconButton icon={X} label={t('Remove {file}', { file: filename })} onClick={() => onRemove(uploadId)} />
        </li>
      ))}
      {unfinished.map((upload) => (
        <UnfinishedUpload key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

const card = 'flex min-h-11 min-w-0 max-w-full items-center gap-2 rounded-lg border border-line bg-surface py-1 ps-1.5 pe-1'

/** Returns the running and failed uploads of a draft. */
export function useUploads(draft: string): readonly Upload[] {
  return useStore(uploads).filter((each) => each.draft === draft)
}

function UnfinishedUpload({ upload: { name, size, sent, problem, cancel, retry } }: { upload: Upload }) {
  return (
    <li className={`${card} ${problem === null ? '' : 'border-danger-line!'}`}>
      <FileMark filename={name} />
      <span className="grid min-w-0 gap-0.5">
        <bdi className="max-w-56 truncate font-medium">{name}</bdi>
        {problem === null ? (
          <progress aria-label={t('Upload of {file}', { file: name })} value={sent} max={size} className="h-1.5 w-24 accent-accent" />
        ) : (
          <span role="alert" className="min-w-0 text-xs wrap-anywhere text-danger">
            {problem}
          </span>
        )}
      </span>
      {retry && (
        <Button look="plain" size="small" className="shrink-0" onClick={retry}>
          {t('Try again')}
        </Button>
      )}
      <IconButton
        icon={X}
        label={problem === null ? t('Cancel the upload of {file}', { file: name }) : t('Remove {file}', { file: name })}
        onClick={cancel}
      />
    </li>
  )
}
