import { useEffect, useRef, type ReactNode } from 'react'

type DialogProps = { label: string; onClose?: () => void; className?: string; children: ReactNode }

/** The browser's own modal dialog: it keeps the focus inside, closes with Escape and gives the focus back. Without `onClose` it stays open. */
export function Dialog({ label, onClose, className = '', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
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
