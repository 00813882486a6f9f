import { shortcuts, shownKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

// Safe because the keys of the table are its ids.
const ids = Object.keys(shortcuts) as ShortcutId[]
const groups = [...new Set(ids.map((id) => shortcuts[id].group))]

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Shortcuts" onClose={onClose} className="w-160 max-w-[calc(100vw-2rem)]">
      <div className="p-5">
        <div className="mb-3 flex items-center justify-between">
          <h2 className="text-lg font-semibold">Shortcuts</h2>
          <Button look="plain" onClick={onClose}>
            Close
          </Button>
        </div>
        <div className="grid gap-6 sm:grid-cols-2">
          {groups.map((group) => (
            <section key={group}>
              <h3 className="mb-1 text-sm font-medium text-muted">{group}</h3>
              <dl>
                {ids
                  .filter((id) => shortcuts[id].group === group)
                  .map((id) => (
                    <div key={id} className="flex min-h-7 items-center justify-between gap-3">
                      <dt>{shortcuts[id].label}</dt>
                      <dd>
                        <Key>{shownKeys(id)}</Key>
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
