import { useRef, type ReactNode } from 'react'
import { SheetContext } from './form/foot.tsx'
import { useModal } from './use-modal.ts'

type DialogProps = { label: string; onClose?: () => void; className?: string; children: ReactNode }

/** Native modal dialog, with focus trap, Escape and focus restoration. Without `onClose` it cannot be closed. */
export function Dialog({ label, onClose, className = '', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // Focus the first input, or the button that the dialog marks. The browser would focus the Close button.
  useModal(ref, (dialog) =>
    dialog.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled, [data-focus-first]')?.focus(),
  )
  return (
    // A click on the backdrop has the dialog itself as its target.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape works too, see above.
    <dialog
      ref={ref}
      aria-label={label}
      className={`dialog m-auto rounded-2xl bg-raised p-0 shadow-3 forced-colors:border ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.()
      }}
    >
      {/* A dialog within a sheet has its own footer. */}
      <SheetContext value={null}>{children}</SheetContext>
    </dialog>
  )
}
