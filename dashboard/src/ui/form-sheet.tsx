import { useMemo, useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { SheetContext } from './form/foot.tsx'
import { PaneHeader } from './pane-header.tsx'

type FormSheetProps = {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean | 'page'
  /** Buttons in the header, before Close. */
  actions?: ReactNode
}

/** Full-height dialog at the edge of the screen, for editing an item without hiding its list. */
export function FormSheet({ title, onClose, children, wide = false, actions }: FormSheetProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const sheet = useMemo(() => ({ foot, close: onClose }), [foot, onClose])
  return (
    <Dialog
      label={title}
      onClose={onClose}
      isPage
      className={`my-0 me-0 ms-auto h-dvh max-h-dvh max-w-full rounded-none max-md:h-[calc(100dvh-var(--keyboard))] max-md:pt-[env(safe-area-inset-top)] max-md:pb-[env(safe-area-inset-bottom)] md:rounded-s-xl ${wide === 'page' ? 'w-280' : wide ? 'w-180' : 'w-130'}`}
    >
      <SheetContext value={sheet}>
        <div className="flex h-full flex-col">
          <PaneHeader title={title} onClose={onClose}>
            {actions}
          </PaneHeader>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          <div ref={setFoot} className="border-t border-line bg-raised px-5 py-3 empty:hidden max-md:px-3" />
        </div>
      </SheetContext>
    </Dialog>
  )
}
