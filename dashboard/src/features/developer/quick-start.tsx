import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Page } from '../catalogue/page.tsx'

const guides = [
  ['quick-start', 'Quick start', 'From nothing to a thread, a reply and a safe retry.'],
  ['authentication', 'Authentication', 'Keys, scopes, rotation.'],
  ['retries-and-idempotency', 'Retries', 'How to send again without doing it twice.'],
  ['webhooks', 'Webhooks', 'Receiving, verifying, what happens when it fails.'],
  ['events-and-streams', 'Events and streams', 'Keeping a true copy.'],
  ['pagination', 'Pagination', 'Reading long lists.'],
  ['errors', 'Errors', 'Codes, and what to do.'],
  ['typescript-client', 'TypeScript client', 'The API as typed methods.'],
] as const

/** From the dashboard to a first program: the address, a key, a request, and where everything is described. */
export function QuickStartScreen() {
  const { skein, settings } = useApi()
  const document = useMutation({
    mutationFn: () => skein.getOpenapi(),
    onSuccess: ({ data }) => saveFile('openapi.json', JSON.stringify(data, null, 2), 'application/json'),
  })
  const link = 'text-accent underline'
  return (
    <Page title="Quick start" lead="Everything that this dashboard does is a call of the API that your programs can make, too.">
      <ol className="grid gap-6">
        <li>
          <h2 className="font-semibold">1. The API’s address</h2>
          <p className="mb-2 text-sm text-muted">Not that of this page: the dashboard has a host of its own.</p>
          <CodeBlock label="Address" text={`${settings.apiUrl}/api/v1`} />
        </li>
        <li>
          <h2 className="font-semibold">2. A key, and the first request</h2>
          <p className="mb-2 text-sm text-muted">With a key you get a request to paste, and see it arrive.</p>
          <Link to="/developer/keys" search={{ open: 'new' }} className={link}>
            Create a key
          </Link>
        </li>
        <li>
          <h2 className="font-semibold">3. Hear of what happens</h2>
          <p className="mb-2 text-sm text-muted">Webhooks come to you; with the stream of events your program comes here.</p>
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
          <p className="text-sm text-muted">
            The Wire drawer lists every call that this tab makes, and copies it as cURL: what you can click, you can script.
          </p>
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
          <Button
            look="plain"
            className="min-h-6! px-0! text-base! text-accent underline"
            disabled={document.isPending}
            onClick={() => document.mutate()}
          >
            Download openapi.json
          </Button>
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
