import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { X } from './icons.ts'
import { t } from '../texts/texts.ts'

type PaneHeaderProps = { title: string; onClose: () => void; children?: ReactNode }

/** Header of a pane or a sheet: title, buttons and Close. */
export function PaneHeader({ title, onClose, children }: PaneHeaderProps) {
  return (
    <header className="flex shrink-0 items-center justify-between gap-3 min-h-13 border-b border-line py-2 ps-5 pe-3">
      <h2 dir="auto" className="min-w-0 truncate text-md font-semibold">
        {title}
      </h2>
      <div className="flex shrink-0 items-center gap-2 max-md:gap-1">
        {children}
        <IconButton icon={X} label={t('Close')} hint="Esc" onClick={onClose} />
      </div>
    </header>
  )
}
