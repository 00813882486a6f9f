import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { PaneHeader } from './pane-header.tsx'

type FormSheetProps = { title: string; onClose: () => void; children: ReactNode; wide?: boolean | 'page' }

/** Full-height dialog at the edge of the screen, for editing an item of a list without hiding the list. */
export function FormSheet({ title, onClose, children, wide = false }: FormSheetProps) {
  return (
    <Dialog
      label={title}
      onClose={onClose}
      className={`my-0 me-0 ms-auto h-dvh max-h-dvh max-w-full rounded-none md:rounded-s-xl ${wide === 'page' ? 'w-280' : wide ? 'w-180' : 'w-130'}`}
    >
      <div className="flex h-full flex-col">
        <PaneHeader title={title} onClose={onClose} />
        {/* Scroll padding as high as a form's sticky button bar (see record-form.tsx), so that the bar does not cover the focused field. */}
        <div data-sheet className="min-h-0 flex-1 scroll-pb-18 overflow-y-auto">
          {children}
        </div>
      </div>
    </Dialog>
  )
}
