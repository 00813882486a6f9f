import { t } from '../../../texts/texts.ts'
import { getLanguageName } from '../../../ui/language-names.ts'
import { useVisitor } from '../../threads/presence.ts'

/** Shows whether the visitor of a chat is there or types, on which page, and in which language. */
export function VisitorLine({ threadId }: { threadId: string }) {
  const visitor = useVisitor(threadId)
  const { state, pagePath, pageTitle, locale } = visitor ?? {}
  const name = visitor?.visitor.name ?? t('The visitor')
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-xs text-text-2">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full forced-color-adjust-none bg-current ${visitor ? 'text-success' : 'text-muted'}`}
      />
      <span role="status" aria-live="polite" className="font-medium">
        {state === 'TYPING' ? t('{name} is typing…', { name }) : visitor ? t('Online') : t('Offline')}
      </span>
      {pagePath && (
        <span dir="auto" data-tip={pagePath} className="truncate">
          {pageTitle ?? pagePath}
        </span>
      )}
      {locale && <span className="shrink-0">{getLanguageName(locale)}</span>}
    </span>
  )
}
