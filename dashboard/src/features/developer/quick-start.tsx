import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { toDocsUrl } from '../../api/docs-url.ts'
import { runShortcut } from '../../keyboard/use-shortcuts.ts'
import { message, t } from '../../texts/texts.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BookOpen, Download, Globe, KeyRound, PanelBottom, TriangleAlert, Webhook, type IconType } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Page } from '../catalogue/page.tsx'

const guides = [
  ['guides/quick-start', message('Quick start'), message('From nothing to a thread, a reply and a safe retry.')],
  ['guides/authentication', message('Authentication'), message('Keys, scopes and rotation.')],
  ['guides/retries-and-idempotency', message('Retries'), message('Send again without doing it twice.')],
  ['guides/webhooks', message('Webhooks'), message('Receive and verify them.')],
  ['guides/events-and-streams', message('Events and streams'), message('Keep an exact copy of your data.')],
  ['guides/pagination', message('Pagination'), message('Read long lists.')],
  ['guides/errors', message('Errors'), message('What each code means, and what to do.')],
  ['guides/typescript-client', message('TypeScript client'), message('The API as typed methods.')],
] as const

const linkLook = 'inline-flex min-h-6 items-center gap-1.5 font-medium text-accent hover:underline'

/** Helps developers make their first API call: the address, a key, a request and links to the documentation. */
export function QuickStartScreen() {
  const { skein, settings } = useApi()
  const document = useMutation({
    mutationFn: () => skein.getOpenapi(),
    onSuccess: ({ data }) => saveFile('openapi.json', JSON.stringify(data, null, 2), 'application/json'),
  })
  return (
    <Page title={t('Get started')} lead={t('Everything you can do in this dashboard is an API call that your programs can make too.')}>
      <ol className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Step number={1} icon={Globe} name={t('The API’s address')} about={t('It differs from the address of this page.')}>
          <CodeBlock label={t('Address')} text={`${settings.apiUrl}/api/v1`} />
        </Step>
        <Step
          number={2}
          icon={KeyRound}
          name={t('A key and your first request')}
          about={t('Create a key, paste the request we show you into a terminal, and watch it arrive.')}
        >
          <Link to="/developer/keys" search={{ open: 'new' }} className={linkLook}>
            {t('Create a key')}
          </Link>
        </Step>
        <Step
          number={3}
          icon={Webhook}
          name={t('Hear about changes')}
          about={t('Webhooks send events to your program, or your program reads the event stream.')}
        >
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <Link to="/developer/webhooks" search={{ open: 'new' }} className={linkLook}>
              {t('Add a webhook')}
            </Link>
            <Link to="/developer/events" className={linkLook}>
              {t('Watch events')}
            </Link>
          </p>
        </Step>
        <Step
          number={4}
          icon={PanelBottom}
          name={t('Inspect requests')}
          about={t('The request inspector lists every API call this tab makes and copies it as cURL. What you can click, you can script.')}
        >
          <button type="button" className={linkLook} onClick={() => runShortcut('wire')}>
            {t('Open the request inspector')}
          </button>
        </Step>
      </ol>
      <h2 className="mt-8 mb-2 text-md font-semibold">{t('Reference')}</h2>
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
        <li>
          <a className={linkLook} href={`${settings.apiUrl}/docs`} target="_blank" rel="noreferrer">
            <Icon of={BookOpen} size={14} /> {t('API reference')}
          </a>
        </li>
        <li>
          <a className={linkLook} href={`${settings.apiUrl}/docs/errors`} target="_blank" rel="noreferrer">
            <Icon of={TriangleAlert} size={14} /> {t('Error codes')}
          </a>
        </li>
        <li>
          <button
            type="button"
            className={`${linkLook} disabled:opacity-60`}
            disabled={document.isPending}
            onClick={() => document.mutate()}
          >
            <Icon of={Download} size={14} /> {t('Download openapi.json')}
          </button>
        </li>
      </ul>
      {document.error && <Problem error={document.error} onRetry={() => document.mutate()} />}
      <h2 className="mt-8 mb-2 text-md font-semibold">{t('Guides')}</h2>
      <ul className="grid overflow-hidden rounded-lg border border-line bg-surface sm:grid-cols-2">
        {guides.map(([path, name, about]) => (
          <li key={path}>
            <a
              className="block px-4 py-2.5 -outline-offset-2 hover:bg-hover"
              href={toDocsUrl(settings.apiUrl, path)}
              target="_blank"
              rel="noreferrer"
            >
              <span className="block font-medium">{t(name)}</span>
              <span className="block text-xs text-muted">{t(about)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  )
}

type StepProps = { number: number; icon: IconType; name: string; about: string; children: ReactNode }

function Step({ number, icon, name, about, children }: StepProps) {
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3.5">
      <h2 className="flex items-center gap-2 text-md font-semibold">
        <Icon of={icon} size={18} className="text-accent" />
        {number}. {name}
      </h2>
      <p className="mt-1 mb-2.5 text-text-2">{about}</p>
      {children}
    </li>
  )
}
