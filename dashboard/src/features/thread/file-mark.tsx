import { Icon } from '../../ui/icon.tsx'
import { findFileIcon } from './file-icon.ts'

/** Icon for the tile of a file. */
export function FileMark({ filename, contentType }: { filename: string; contentType?: string }) {
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-md bg-hover text-muted">
      <Icon of={findFileIcon(filename, contentType)} />
    </span>
  )
}
