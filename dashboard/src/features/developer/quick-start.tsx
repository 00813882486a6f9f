import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { runShortcut } from '../../keyboard/use-shortcuts.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Page } from '../catalogue/page.tsx'

const guides = [
  ['quick-start', 'Quick start', 'From nothing to a thread, a reply and a safe retry.'],
  ['authentication', 'Authentication', 'Keys, scopes, rotation.'],
  ['retries-and-idempotency', 'Retries', 'How to send again without doing it twice.'],
  ['webhooks', 'Webhooks', 'How to receive and verify them.'],
  ['events-and-streams', 'Events and streams', 'How to keep an exact copy of your data.'],
  ['pagination', 'Pagination', 'How to read long lists.'],
  ['errors', 'Errors', 'What each code means, and what to do.'],
  ['typescript-client', 'TypeScript client', 'The API as typed methods.'],
] as const

/** Helps developers make their first API call: the address, a key, a request and links to the documentation. */
export function QuickStartScreen() {
  const { skein, settings } = useApi()
  const document = useMutation({
    mutationFn: () => skein.getOpenapi(),
    onSuccess: ({ data }) => saveFile('openapi.json', JSON.stringify(data, null, 2), 'application/json'),
  })
  const link = 'text-accent underline'
  const linkButton = `${link} disabled:opacity-60`
  return (
    <Page title="Quick start" lead="Everything this dashboard does is an API call that your programs can make, too.">
      <ol className="grid gap-6">
        <li>
          <h2 className="font-semibold">1. The API’s address</h2>
          <p className="mb-2 text-sm text-muted">Not the address of this page: the dashboard has its own host.</p>
          <CodeBlock label="Address" text={`${settings.apiUrl}/api/v1`} />
        </li>
        <li>
          <h2 className="font-semibold">2. A key and a first request</h2>
          <p className="mb-2 text-sm text-muted">
            Create a key, paste the request that is shown with it into a terminal, and watch it arrive.
          </p>
          <Link to="/developer/keys" search={{ open: 'new' }} className={link}>
            Create a key
          </Link>
        </li>
        <li>
          <h2 className="font-semibold">3. Be told what happens</h2>
          <p className="mb-2 text-sm text-muted">Webhooks send events to your program; or your program reads the stream of events.</p>
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <Link to="/developer/webhooks" search={{ open: 'new' }} className={link}>
              Register a webhook
            </Link>
            <Link to="/developer/events" className={link}>
              Watch events
            </Link>
          </p>
        </li>
        <li>
          <h2 className="font-semibold">4. See the calls of this page</h2>
          <p className="mb-2 text-sm text-muted">
            The Wire drawer lists every call that this tab makes and copies it as cURL: what you can click, you can script.
          </p>
          <button type="button" className={linkButton} onClick={() => runShortcut('wire')}>
            Show the calls
          </button>
        </li>
      </ol>
      <h2 className="mt-8 mb-2 font-semibold">Reference</h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        <li>
          <a className={link} href={`${settings.apiUrl}/docs`} target="_blank" rel="noreferrer">
            API reference
          </a>
        </li>
        <li>
          <a className={link} href={`${settings.apiUrl}/docs/errors`} target="_blank" rel="noreferrer">
            Error codes
          </a>
        </li>
        <li>
          <button type="button" className={linkButton} disabled={document.isPending} onClick={() => document.mutate()}>
            Download openapi.json
          </button>
        </li>
      </ul>
      {document.error && <Problem error={document.error} onRetry={() => document.mutate()} />}
      <h2 className="mt-6 mb-2 font-semibold">Guides</h2>
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {guides.map(([path, name, about]) => (
          <li key={path}>
            <a className={link} href={`${settings.apiUrl}/docs/guides/${path}`} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span className="block text-sm text-muted">{about}</span>
          </li>
        ))}
      </ul>
    </Page>
  )
}
