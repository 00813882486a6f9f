import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useTitle } from '../../ui/use-title.ts'

type PageProps = {
  title: string
  lead?: ReactNode
  whyNot?: string | null
  reference?: string | undefined
  guide?: string | undefined
  children: ReactNode
  actions?: ReactNode
}

/** A settings page with heading and lead. If the user's role may not see the page, it says why instead of showing the content. */
export function Page({ title, lead, whyNot = null, actions, reference, guide, children }: PageProps) {
  const { settings } = useApi()
  useTitle(title)
  const docs = [
    ...(reference === undefined ? [] : [{ name: 'In the API reference', to: `/docs#tag/${reference}` }]),
    ...(guide === undefined ? [] : [{ name: 'Guide', to: `/docs/guides/${guide}` }]),
  ]
  return (
    <div className="mx-auto w-full max-w-240 px-4 py-5 md:px-8 md:py-7">
      <p className="mb-3 md:hidden">
        <Link to="/settings" className="inline-flex min-h-6 items-center text-sm text-accent">
          ‹ All settings
        </Link>
      </p>
      <div className={`flex flex-wrap items-start justify-between gap-x-3 gap-y-1 ${lead === undefined ? '' : 'mb-5'}`}>
        <h1 className="text-xl font-semibold">{title}</h1>
        {actions}
        {docs.length > 0 && (
          <p className="flex gap-x-3 text-sm max-sm:order-2 max-sm:w-full sm:pt-1">
            {docs.map(({ name, to }) => (
              <a
                key={to}
                href={`${settings.apiUrl}${to}`}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-6 items-center text-accent underline"
              >
                {name}
              </a>
            ))}
          </p>
        )}
        {lead !== undefined && (
          <div className="order-1 w-full text-muted">
            <div className="max-w-150">{lead}</div>
          </div>
        )}
      </div>
      {whyNot === null ? children : <p className="rounded-md border border-line px-4 py-3 text-muted">{whyNot}</p>}
    </div>
  )
}
