import { plural } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { Trash2 } from '../../ui/icons.ts'
import { PaneHeader } from '../../ui/pane-header.tsx'

type DiscardDialogProps = { count: number; onDiscard: () => Promise<void>; onClose: () => void }

/** Confirms discarding mails, which cannot be undone. */
export function DiscardDialog({ count, onDiscard, onClose }: DiscardDialogProps) {
  const title = plural(count, 'Discard this email?', 'Discard {count} emails?')
  return (
    <Dialog label={title} onClose={onClose} className="w-105 max-w-[calc(100vw-2rem)]">
      <PaneHeader title={title} onClose={onClose} />
      <div className="grid gap-4 p-5">
        <p className="text-text-2">
          {plural(
            count,
            'You can’t undo this. If it arrives again, we ignore the copy.',
            'You can’t undo this. If they arrive again, we ignore the copies.',
          )}
        </p>
        <Foot onCancel={onClose}>
          <Button
            look="danger"
            icon={Trash2}
            data-focus-first
            onClick={() => {
              onClose()
              void onDiscard()
            }}
          >
            {plural(count, 'Discard email', 'Discard {count} emails')}
          </Button>
        </Foot>
      </div>
    </Dialog>
  )
}
