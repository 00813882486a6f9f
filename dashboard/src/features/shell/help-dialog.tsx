import { useApi } from '../../api/api.ts'
import { toDocsUrl } from '../../api/docs-url.ts'
import { shortcutGroups, shortcuts, formatKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { Key } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BookOpen } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { PaneHeader } from '../../ui/pane-header.tsx'
import { t } from '../../texts/texts.ts'

// Safe because the keys of the table are its ids.
const ids = Object.keys(shortcuts) as ShortcutId[]
const groups = [...new Set(ids.map((id) => shortcuts[id].group))]

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { settings } = useApi()
  return (
    <Dialog label={t('Keyboard shortcuts')} onClose={onClose} className="w-180 max-w-[calc(100vw-2rem)]">
      <div className="flex max-h-[calc(100dvh-3rem)] flex-col">
        <PaneHeader title={t('Keyboard shortcuts')} onClose={onClose} />
        {/* The list is focusable, because it scrolls and contains no focusable element. */}
        <div
          tabIndex={0}
          role="group"
          aria-label={t('All shortcuts')}
          className="min-h-0 gap-10 overflow-y-auto px-5 pt-4 pb-3 sm:columns-2"
        >
          {groups.map((group) => (
            <section key={group} className="mb-5 break-inside-avoid">
              <h3 className="mb-1 text-xs font-semibold text-text-2">{t(shortcutGroups[group])}</h3>
              <dl>
                {ids
                  .filter((id) => shortcuts[id].group === group)
                  .map((id) => (
                    <div key={id} className="flex min-h-7.5 items-center justify-between gap-3 border-b border-line-soft last:border-b-0">
                      <dt>{t(shortcuts[id].label)}</dt>
                      <dd className="shrink-0">
                        <Key always>{formatKeys(id)}</Key>
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="border-t border-line px-5 py-2">
          <a
            href={toDocsUrl(settings.apiUrl, 'for-agents')}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center gap-1 text-sm font-medium text-muted hover:text-text"
          >
            <Icon of={BookOpen} size={14} />
            {t('How to use Skein')}
          </a>
        </p>
      </div>
    </Dialog>
  )
}
