import { Button } from './button.tsx'

/** The title and the Close button of a pane or a sheet. */
export function PaneHeader({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <header className="flex shrink-0 items-center justify-between gap-3 border-b border-line py-2 ps-5 pe-2.5">
      <h2 dir="auto" className="min-w-0 truncate text-lg font-semibold">
        {title}
      </h2>
      <Button look="plain" onClick={onClose}>
        Close
      </Button>
    </header>
  )
}
