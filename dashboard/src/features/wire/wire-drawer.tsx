import { useStore } from '../../api/store.ts'
import { toCurl, wireLog, type WireEntry } from '../../api/wire-log.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** The calls that this tab made, newest first: whatever the dashboard does, a program can do. */
export function WireDrawer({ onClose }: { onClose: () => void }) {
  const entries = useStore(wireLog)
  const copy = async (entry: WireEntry): Promise<void> => {
    await copyText(toCurl(entry))
    showToast({ kind: 'done', text: 'Copied. Put an API key into $SKEIN_API_KEY.' })
  }
  return (
    <aside
      aria-label="Calls of this tab"
      data-pane
      className="fixed inset-y-0 end-0 z-10 flex w-110 max-w-full flex-col border-s border-line bg-raised shadow-2xl"
    >
      <header className="flex items-center justify-between border-b border-line px-4 py-2">
        <h2 className="font-semibold">Wire</h2>
        <Button look="plain" onClick={onClose}>
          Close
        </Button>
      </header>
      <ol className="min-h-0 flex-1 overflow-y-auto">
        {entries.map((entry) => (
          <li key={entry.id} className="border-b border-line px-4 py-2 text-xs">
            <div className="flex items-center gap-2">
              <span className="font-mono font-medium">{entry.method}</span>
              <span className="min-w-0 flex-1 truncate font-mono" title={entry.url}>
                {pathOf(entry.url)}
              </span>
              <span className={entry.status !== null && entry.status < 400 ? 'text-success' : 'text-danger'}>
                {entry.status ?? (entry.ms === null ? '…' : 'no answer')}
              </span>
              <span className="text-muted tabular-nums">{entry.ms === null ? '' : `${entry.ms} ms`}</span>
              <Button look="plain" className="text-xs" onClick={() => void copy(entry)}>
                Copy as cURL
              </Button>
            </div>
            <p className="truncate text-muted">
              {[
                entry.requestId === null ? null : `request ${entry.requestId}`,
                entry.idempotencyKey === null ? null : `key ${entry.idempotencyKey}`,
                entry.rateLeft === null ? null : `${entry.rateLeft} left`,
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </aside>
  )
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname.replace('/api/v1', '') + decodeURIComponent(search)
}
