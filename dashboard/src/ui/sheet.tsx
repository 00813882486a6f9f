import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { X } from './icons.ts'
import { bottomSheet, SheetHandle } from './sheet-handle.tsx'
import { useModal } from './use-modal.ts'
import { t } from '../texts/texts.ts'

type SheetProps = {
  label: string
  onClose: () => void
  closeKey?: string
  /** The side of the screen; by default the end. */
  side?: 'start'
  children: ReactNode
}

/**
 * Pane that slides over the others on screens too narrow to show them side by side. Like `Dialog`, it is a native modal dialog, and on
 * phones a sheet at the bottom.
 */
export function Sheet({ label, onClose, closeKey, side, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useModal(ref)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    // Shortcuts are off while a dialog is open, but the key that opened this sheet also closes it.
    const onKey = (event: KeyboardEvent): void => {
      const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]')
      if (event.key === closeKey && !isField && !event.isComposing) close.current()
    }
    // Subscribe after the current key press, which opened the sheet and would close it immediately.
    const timer = setTimeout(() => addEventListener('keydown', onKey))
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [closeKey])
  return (
    // A click on the backdrop has the dialog itself as its target.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape works too, see above.
    <dialog
      ref={ref}
      aria-label={label}
      className={`my-0 w-90 max-w-[calc(100vw-2rem)] bg-raised p-0 shadow-3 open:flex open:flex-col forced-colors:border md:h-full md:max-h-none md:bg-surface ${bottomSheet} ${side === 'start' ? 'ms-0 me-auto md:rounded-e-xl' : 'ms-auto me-0 md:rounded-s-xl'}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <SheetHandle onClose={onClose} />
      <div className="flex shrink-0 items-center justify-between border-b border-line py-1 ps-4 pe-2 max-md:border-0">
        <p className="text-md font-semibold">{label}</p>
        <IconButton icon={X} label={t('Close')} hint="Esc" onClick={onClose} />
      </div>
      <div className="flex min-h-0 flex-1">{children}</div>
    </dialog>
  )
}
