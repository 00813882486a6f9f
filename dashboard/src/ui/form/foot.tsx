import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'

/** Context of the sheet around a form: its footer element, which is null during the first render, and a function that closes it. */
export const SheetContext = createContext<{ foot: HTMLElement | null; close: () => void } | null>(null)

type FootProps = {
  /** Default: closes the sheet. Without this function, a form outside a sheet has no Cancel button. */
  onCancel?: (() => void) | undefined
  /** Label of the Cancel button. */
  cancel?: string
  children?: ReactNode
}

/**
 * Footer buttons of a form or a dialog, always in the same order: Cancel, then the action. A sheet renders them in its footer, outside the
 * form, so a submit button needs the `form` attribute.
 */
export function Foot({ onCancel, cancel = t('Cancel'), children }: FootProps) {
  const sheet = use(SheetContext)
  const leave = onCancel ?? sheet?.close
  const row = (
    <div className="flex flex-wrap items-center justify-end gap-2 max-md:[&>button]:min-h-11">
      {leave && <Button onClick={leave}>{cancel}</Button>}
      {children}
    </div>
  )
  if (!sheet) return row
  return sheet.foot && createPortal(row, sheet.foot)
}
