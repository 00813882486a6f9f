import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PaneHeader } from '../../ui/pane-header.tsx'

type DiscardDialogProps = { count: number; onDiscard: () => Promise<void>; onClose: () => void }

/** Asks before mails are discarded, because an agent cannot bring them back. */
export function DiscardDialog({ count, onDiscard, onClose }: DiscardDialogProps) {
  const what = count === 1 ? 'this mail' : `${count.toLocaleString()} mails`
  return (
    <Dialog label={`Discard ${what}?`} onClose={onClose} className="w-105 max-w-[calc(100vw-2rem)]">
      <PaneHeader title={`Discard ${what}?`} onClose={onClose} />
      <div className="grid gap-4 p-5">
        <p className="text-sm">You can’t undo this. If {count === 1 ? 'it arrives' : 'they arrive'} again, Skein ignores the copy.</p>
        <div className="flex flex-wrap gap-2">
          <Button
            look="danger"
            data-focus-first
            onClick={() => {
              onClose()
              void onDiscard()
            }}
          >
            Discard {count === 1 ? 'mail' : 'mails'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}
