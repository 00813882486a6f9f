import { IconButton } from './button.tsx'
import { X } from './icons.ts'
import { t } from '../texts/texts.ts'

/** The title and the Close button of a pane or a sheet. */
export function PaneHeader({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <header className="flex shrink-0 items-center justify-between gap-3 min-h-13 border-b border-line py-2 ps-5 pe-3">
      <h2 dir="auto" className="min-w-0 truncate text-md font-semibold">
        {title}
      </h2>
      <IconButton icon={X} label={t('Close')} hint="Esc" onClick={onClose} />
    </header>
  )
}
