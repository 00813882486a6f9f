import { useStore } from '../../api/store.ts'
import { toCurl, wireLog, type WireEntry } from '../../api/wire-log.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Copy } from '../../ui/icons.ts'
import { PaneHeader } from '../../ui/pane-header.tsx'
import { showToast } from '../../ui/toasts.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'

/**
 * Drawer with the API calls of this tab, newest first, so that developers see which requests the dashboard sends. On phones it fills the
 * screen.
 */
export function WireDrawer({ onClose }: { onClose: () => void }) {
  const entries = useStore(wireLog)
  const isTwo = useMedia(fromTwoPanes)
  const copy = async (entry: WireEntry): Promise<void> => {
    await copyText(toCurl(entry))
    showToast({ kind: 'done', text: t('Copied. Set $SKEIN_API_KEY to one of your API keys.') })
  }
  const content = (
    <>
      <PaneHeader title={t('Request inspector')} onClose={onClose} />
      <ol className="min-h-0 flex-1 overflow-y-auto">
        {entries.map((entry) => (
          <li key={entry.id} className="border-b border-line-soft px-5 py-0.5 text-xs max-xl:py-1.5">
            <div className="flex items-center gap-3">
              <span className="shrink-0 font-mono md:w-12 font-medium">{entry.method}</span>
              <span dir="ltr" className="min-w-0 flex-1 truncate font-mono rtl:text-end" data-tip={entry.url}>
                {formatPath(entry.url)}
              </span>
              <Details entry={entry} className="max-w-1/2 max-xl:hidden" />
              <span className={entry.status !== null && entry.status < 400 ? 'text-success' : 'text-danger'}>
                {entry.status ?? (entry.ms === null ? '…' : t('no response'))}
              </span>
              <span className="shrink-0 text-end md:w-14 text-muted tabular-nums">{entry.ms === null ? '' : `${entry.ms} ms`}</span>
              <CopyButton className="max-md:hidden" onClick={() => void copy(entry)} />
            </div>
            {/* On a phone, the button is below the path, which needs the full width. */}
            <div className="flex items-center gap-3 xl:hidden">
              <Details entry={entry} className="min-w-0 flex-1" />
              <CopyButton className="md:hidden" onClick={() => void copy(entry)} />
            </div>
          </li>
        ))}
      </ol>
    </>
  )
  if (!isTwo)
    return (
      <Dialog
        isPage
        label={t('Request inspector')}
        className="size-full max-h-none max-w-none rounded-none open:flex open:flex-col"
        onClose={onClose}
      >
        {content}
      </Dialog>
    )
  return (
    <aside
      aria-label={t('Request inspector')}
      data-pane
      className="flex h-2/5 max-h-80 min-h-40 shrink-0 flex-col border-t border-line bg-surface"
    >
      {content}
    </aside>
  )
}

function CopyButton({ className, onClick }: { className: string; onClick: () => void }) {
  return (
    <Button look="plain" size="small" icon={Copy} className={`-me-2.5 text-xs! ${className}`} onClick={onClick}>
      {t('Copy as cURL')}
    </Button>
  )
}

/** The request id, idempotency key and remaining rate limit of a call, for bug reports. */
function Details({ entry: { requestId, idempotencyKey, rateLeft }, className }: { entry: WireEntry; className: string }) {
  const parts = [
    requestId === null ? null : t('request {id}', { id: requestId }),
    idempotencyKey === null ? null : t('key {key}', { key: idempotencyKey }),
    rateLeft === null ? null : plural(Number(rateLeft), '{count} request left', '{count} requests left'),
  ].filter((part) => part !== null)
  const text = parts.join(' · ')
  return (
    <span data-tip={text} className={`truncate text-muted ${className}`}>
      {text}
    </span>
  )
}

function formatPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname.replace('/api/v1', '') + decodeURIComponent(search)
}
