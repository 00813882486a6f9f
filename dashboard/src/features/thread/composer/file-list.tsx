import { useStore } from '../../../api/store.ts'
import { Button } from '../../../ui/button.tsx'
import type { DraftFile } from '../../threads/drafts.ts'
import { formatFileSize } from '../attachment-list.tsx'
import { uploads, type Upload } from '../uploads.ts'

type FileListProps = { draft: string; files: readonly DraftFile[]; onRemove: (uploadId: string) => void }

/** Shows the files of a draft: uploaded ones, running uploads, and failed uploads with the reason. */
export function FileList({ draft, files, onRemove }: FileListProps) {
  const unfinished = useUploads(draft)
  if (files.length + unfinished.length === 0) return null
  return (
    <ul aria-label="Files" className="mt-2 flex flex-wrap gap-2 text-sm">
      {files.map(({ uploadId, filename, size }) => (
        <li key={uploadId} className="flex min-h-8 items-center gap-2 rounded-md border border-line bg-surface ps-2">
          <span className="max-w-56 truncate">{filename}</span>
          <span className="text-muted">{formatFileSize(size)}</span>
          <Button look="plain" aria-label={`Remove ${filename}`} onClick={() => onRemove(uploadId)}>
            ×
          </Button>
        </li>
      ))}
      {unfinished.map((upload) => (
        <UnfinishedUpload key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

/** Returns the running and failed uploads of a draft. */
export function useUploads(draft: string): readonly Upload[] {
  return useStore(uploads).filter((each) => each.draft === draft)
}

function UnfinishedUpload({ upload: { name, size, sent, problem, cancel, retry } }: { upload: Upload }) {
  return (
    <li
      className={`flex min-h-8 max-w-full items-center gap-2 rounded-md border bg-surface ps-2 ${problem === null ? 'border-line' : 'border-danger'}`}
    >
      <span dir="auto" className={`max-w-56 min-w-16 truncate ${problem === null ? '' : 'shrink-[99]'}`}>
        {name}
      </span>
      {problem === null ? (
        <progress aria-label={`Upload of ${name}`} value={sent} max={size} className="h-1.5 w-20 accent-accent" />
      ) : (
        <span role="alert" className="min-w-0 py-1 wrap-anywhere text-danger">
          {problem}
        </span>
      )}
      {retry && (
        <Button look="plain" className="shrink-0" onClick={retry}>
          Retry
        </Button>
      )}
      <Button
        look="plain"
        className="shrink-0"
        aria-label={problem === null ? `Cancel the upload of ${name}` : `Remove ${name}`}
        onClick={cancel}
      >
        ×
      </Button>
    </li>
  )
}
