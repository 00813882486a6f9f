import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { SheetContext } from './form/foot.tsx'
import { bottomSheet, SheetHandle } from './sheet-handle.tsx'
import { useModal } from './use-modal.ts'

type DialogProps = {
  label: string
  onClose?: () => void
  className?: string
  /** Whether the dialog fills the screen of a phone. By default it is a sheet at the bottom. */
  isPage?: boolean
  children: ReactNode
}

/**
 * Native modal dialog, with focus trap, Escape and focus restoration. Without `onClose` it cannot be closed. Ctrl+Enter or Cmd+Enter presses
 * its primary button from anywhere in the dialog. On phones it is a sheet at the bottom of the screen.
 */
export function Dialog({ label, onClose, className = '', isPage = false, children }: DialogProps) {
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
      className={`dialog m-auto rounded-2xl bg-raised p-0 shadow-3 forced-colors:border ${isPage ? '' : bottomSheet} ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.()
      }}
      onKeyDown={(event) => {
        if (isSubmitKey(event) && ref.current) pressPrimary(ref.current, event)
      }}
    >
      {onClose && !isPage && <SheetHandle onClose={onClose} />}
      {/* A dialog within a sheet has its own footer. */}
      <SheetContext value={null}>{children}</SheetContext>
    </dialog>
  )
}

function isSubmitKey({ key, ctrlKey, metaKey, shiftKey, altKey, nativeEvent, defaultPrevented }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !shiftKey && !altKey && !nativeEvent.isComposing && !defaultPrevented
}

/** Presses the dialog's primary button. Buttons that delete for good are not primary, so they need a click of their own. */
function pressPrimary(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const focused = document.activeElement
  // React passes on the events of dialogs and menus inside this one.
  if (!(focused instanceof HTMLElement) || focused.closest('dialog, [role=menu], [role=listbox]') !== dialog) return
  event.preventDefault()
  // As with a click on the button, the focused field first takes over what was typed. That may enable the button.
  focused.blur()
  setTimeout(() => {
    const button = [...dialog.querySelectorAll<HTMLElement>('button[data-primary]:enabled')].at(-1)
    button?.click()
    if (focused.isConnected && dialog.open && document.activeElement === document.body) focused.focus()
  })
}
