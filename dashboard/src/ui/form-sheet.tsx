import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { PaneHeader } from './pane-header.tsx'

type FormSheetProps = { title: string; onClose: () => void; children: ReactNode; wide?: boolean }

/** A dialog at the edge of the screen, as high as it: for forms, beside the list that they belong to. */
export function FormSheet({ title, onClose, children, wide = false }: FormSheetProps) {
  return (
    <Dialog
      label={title}
      onClose={onClose}
      className={`my-0 me-0 ms-auto h-dvh max-h-dvh max-w-full rounded-none border-y-0 border-e-0 max-sm:border-s-0 ${wide ? 'w-180' : 'w-130'}`}
    >
      <div className="flex h-full flex-col">
        <PaneHeader title={title} onClose={onClose} />
        {/* What has the focus is not below the bar of a form, see record-form.tsx. */}
        <div data-sheet className="min-h-0 flex-1 scroll-pb-18 overflow-y-auto">
          {children}
        </div>
      </div>
    </Dialog>
  )
}
