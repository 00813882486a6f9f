import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { coversScope, requiredScope, type ApiKeyWithSecret } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { toDocsUrl } from '../../api/docs-url.ts'
import { recentEvents } from '../../api/recent-events.ts'
import { useStore } from '../../api/store.ts'
import { t, tx } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatMoment } from '../../ui/time.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { inboxSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'

const pollMs = 2_000
const link = 'font-medium text-accent hover:underline'

/** Shows a new API key once, with a request to paste into a terminal, and reports when that request has arrived. */
export function NewApiKey({ apiKey, onClose }: { apiKey: ApiKeyWithSecret; onClose: () => void }) {
  const { skein, queries, settings } = useApi()
  const inboxes = useAllItems(inboxSource)
  const inbox = inboxes.data?.find(({ isDefault }) => isDefault) ?? inboxes.data?.find(({ active }) => active)
  const used = useQuery({
    queryKey: ['first-request', apiKey.id],
    async queryFn({ signal }): Promise<string | null> {
      const { data } = await skein.listApiKeys({ query: { limit: 20 }, signal })
      const found = data.find(({ id }) => id === apiKey.id)
      if (!found?.lastUsedAt) return null
      applyItemChange(queries, 'api_key', found, 'changed')
      return found.lastUsedAt
    },
    // Requests that only read create no event, so the list is polled while the user waits.
    refetchInterval: ({ state }) => (state.data === undefined || state.data === null ? pollMs : false),
  })
  const events = useStore(recentEvents)
  const thread = events.find((event) => event.type === 'thread.created' && event.timestamp > apiKey.createdAt)
  const command = buildCommand(apiKey, settings.apiUrl, inbox?.id ?? null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        {tx('Copy this key now, because we won’t show it again. Keep it secret: it acts within {scopes}.', {
          scopes: (
            <code key="scopes" className="font-mono text-xs">
              {apiKey.scopes.join(' ')}
            </code>
          ),
        })}
      </p>
      <CodeBlock label={t('Key')} text={apiKey.key} />
      <div>
        <h3 className="mb-2 text-md font-semibold">{t('Try it')}</h3>
        {/* Shown only after the inboxes are loaded, because the command must not change while the user copies it. */}
        {!inboxes.isPending && <CodeBlock label={command.label} text={command.text} />}
      </div>
      {used.data ? (
        <Notice kind="done">
          {t('Your first request arrived at {time}.', { time: formatMoment(used.data) })}{' '}
          {thread?.type === 'thread.created' && (
            <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId: thread.data.object.id }} className="underline">
              {t('Open the thread')}
            </Link>
          )}
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-2 rounded-lg border border-line px-3 py-2 text-text-2">
          <span aria-hidden className="size-2 animate-pulse rounded-full bg-warning" />
          {t('Waiting for your first request…')}
        </p>
      )}
      <p>
        {tx('Read more in {guide} and the {reference}.', {
          guide: (
            <a key="guide" className={link} href={toDocsUrl(settings.apiUrl, 'guides/quick-start')} target="_blank" rel="noreferrer">
              {t('Get started')}
            </a>
          ),
          reference: (
            <a key="reference" className={link} href={`${settings.apiUrl}/docs`} target="_blank" rel="noreferrer">
              {t('API reference')}
            </a>
          ),
        })}
      </p>
      <div>
        <Button look="primary" onClick={onClose}>
          {t('I’ve saved the key')}
        </Button>
      </div>
    </div>
  )
}

/** Builds a cURL command that the key's scopes allow. It contains the key, the API's URL and an existing inbox, so it works as pasted. */
export function buildCommand({ key, scopes }: ApiKeyWithSecret, apiUrl: string, inboxId: string | null): { label: string; text: string } {
  const isAllowed = (operation: Parameters<typeof requiredScope>[0]): boolean => coversScope(scopes, requiredScope(operation))
  const start = (path: string): string => `curl -s ${apiUrl}/api/v1${path} \\\n  -H 'Authorization: Bearer ${key}'`
  if (isAllowed('createThread')) {
    const body = {
      title: 'Hello from cURL',
      body: 'My first request.',
      requester: { email: 'ada@example.com' },
      ...(inboxId === null ? {} : { inboxId }),
    }
    return {
      label: t('Create a thread'),
      text: `${start('/threads')} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`,
    }
  }
  if (isAllowed('listThreads'))
    return { label: t('List threads'), text: start(`/threads?limit=5${inboxId === null ? '' : `&inboxId=${inboxId}`}`) }
  return { label: t('Check who the key acts as'), text: start('/me') }
}
