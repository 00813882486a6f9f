import { useRef, type ReactNode } from 'react'
import { useModal } from './use-modal.ts'

type DialogProps = { label: string; onClose?: () => void; className?: string; children: ReactNode }

/** The browser's own modal dialog: it keeps the focus inside, closes with Escape and gives the focus back. Without `onClose` it stays open. */
export function Dialog({ label, onClose, className = '', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  // Whoever opens a form wants to fill it in; the browser would take the button that closes it.
  useModal(ref, (dialog) => dialog.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus())
  return (
    // A click beside a dialog is one on its backdrop, which is the element itself; keys have Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
    <dialog
      ref={ref}
      aria-label={label}
      className={`m-auto rounded-lg border border-line bg-raised p-0 shadow-2xl ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.()
      }}
    >
      {children}
    </dialog>
  )
}
