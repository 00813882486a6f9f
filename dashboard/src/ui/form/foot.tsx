import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../texts/texts.ts'
import { Button } from '../button.tsx'

/** The sheet around a form: the element at its foot, which is null during the first render, and how to close it. */
export const SheetContext = createContext<{ foot: HTMLElement | null; close: () => void } | null>(null)

type FootProps = {
  /** Default: closes the sheet. Outside a sheet there is no Cancel without it. */
  onCancel?: (() => void) | undefined
  /** What Cancel is called. */
  cancel?: string
  children?: ReactNode
}

/**
 * The last buttons of a form or a dialog, always in the same order: Cancel, then the one that acts. A sheet shows them
 * at its foot, outside the form, so a submit button needs the `form` attribute.
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
