import { useState, type ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { toDocsUrl, type DocsPage } from '../../api/docs-url.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageFootContext } from '../../ui/form/page-foot.ts'
import { BookOpen, ChevronLeft } from '../../ui/icons.ts'
import { useTitle } from '../../ui/use-title.ts'

type PageProps = {
  title: string
  /** Breadcrumb above the title. Narrow screens show a link back to the menu instead. */
  above?: ReactNode
  lead?: ReactNode
  whyNot?: string | null
  reference?: string | undefined
  guide?: DocsPage | undefined
  children: ReactNode
  actions?: ReactNode
}

/** A settings page with heading and lead. If the user's role may not see the page, explains why instead of showing the content. */
export function Page({ title, above, lead, whyNot = null, actions, reference, guide, children }: PageProps) {
  const { settings } = useApi()
  const isKnowledge = useLocation({ select: ({ pathname }) => pathname.startsWith('/knowledge') })
  const mayDevelop = useRights().whyNot('createApiKey') === null
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  useTitle(title)
  const docs = [
    // Agents do not use the API, so the link to its reference is hidden from them.
    ...(reference === undefined || !mayDevelop ? [] : [{ name: t('API reference'), to: `${settings.apiUrl}/docs#tag/${reference}` }]),
    ...(guide === undefined ? [] : [{ name: t('Guide'), to: toDocsUrl(settings.apiUrl, guide) }]),
  ]
  return (
    <div className="flex min-h-full flex-col">
      <div className="mx-auto w-full max-w-260 flex-1 px-4 py-5 md:px-8 md:py-8">
        {above === undefined ? (
          <p className="mb-3 md:hidden">
            <Link
              to={isKnowledge ? '/knowledge' : '/settings'}
              className="inline-flex min-h-6 items-center gap-1 font-medium text-muted hover:text-text"
            >
              <Icon of={ChevronLeft} size={14} className="rtl:-scale-x-100" /> {isKnowledge ? t('Knowledge base') : t('All settings')}
            </Link>
          </p>
        ) : (
          <p className="mb-1.5 max-md:mb-3">{above}</p>
        )}
        <div className={`flex flex-wrap items-start justify-between gap-x-3 gap-y-1 ${lead === undefined ? '' : 'mb-5'}`}>
          <h1 className="text-xl font-semibold">{title}</h1>
          {actions}
          {docs.length > 0 && (
            <p className="flex gap-x-3 text-sm max-sm:order-2 max-sm:w-full sm:pt-1">
              {docs.map(({ name, to }) => (
                <a
                  key={to}
                  href={to}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-6 items-center gap-1 font-medium text-muted hover:text-text"
                >
                  <Icon of={BookOpen} size={14} />
                  {name}
                </a>
              ))}
            </p>
          )}
          {lead !== undefined && (
            <div className="order-1 w-full text-base text-text-2">
              <div className="max-w-150">{lead}</div>
            </div>
          )}
        </div>
        {whyNot === null ? (
          <PageFootContext value={foot}>{children}</PageFootContext>
        ) : (
          <p className="rounded-lg border border-line bg-surface px-4 py-3 text-text-2">{whyNot}</p>
        )}
      </div>
      <div ref={setFoot} className="sticky bottom-0 z-10" />
    </div>
  )
}
