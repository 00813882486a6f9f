import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Inbox } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { t, tx } from '../../../texts/texts.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { formatAgo } from '../../../ui/time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { Part } from '../inbox-part.tsx'

type Widget = NonNullable<Inbox['widget']>

/** Polling interval for the first conversation, in milliseconds. */
const pollMs = 10_000

/** The line for a website, and the first conversation once there is one. */
export function InstallChat({ inbox, widget }: { inbox: Inbox; widget: Widget }) {
  const { settings } = useApi()
  const line = `<script async src="${settings.apiUrl}/w/skein.js" data-key="${widget.key}"></script>`
  return (
    <Part title={t('Add it to your website')}>
      <div className="grid grid-cols-1 gap-3">
        <p>{t('Paste this line into every page, anywhere in its HTML. Tag managers work, too.')}</p>
        <CodeBlock label={t('Line for your website')} text={line} />
        {widget.allowedOrigins.length === 0 && inbox.address === null && (
          <p role="status" className="rounded-lg bg-warning-tint px-3 py-2">
            {t('No site may show the chat yet. Enter your website below.')}
          </p>
        )}
        <FirstConversation inbox={inbox} />
      </div>
    </Part>
  )
}

/** A link to a page with the chat. */
export function TryChat({ widget }: { widget: Widget }) {
  const { settings } = useApi()
  return (
    <Part title={t('Try it')}>
      <p>
        {tx('Open {page}, and write to yourself.', {
          page: (
            <a
              key="page"
              className="text-accent underline"
              href={`${settings.apiUrl}/w/${widget.key}/try`}
              target="_blank"
              rel="noreferrer"
            >
              {t('a page with the chat')}
            </a>
          ),
        })}
      </p>
    </Part>
  )
}

function FirstConversation({ inbox: { id } }: { inbox: Inbox }) {
  const { skein } = useApi()
  const now = useNow()
  const { data: latest } = useQuery({
    queryKey: ['inbox-latest-thread', id],
    refetchInterval: pollMs,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { inboxId: id, limit: 1 }, signal })).data[0] ?? null,
  })
  return (
    <div role="status" className="rounded-lg bg-sunken px-3 py-2">
      {latest === null && <span className="text-muted">{t('Waiting for the first visit…')}</span>}
      {latest && (
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 wrap-anywhere">
            {t('Latest conversation')}: {latest.subject} · {formatAgo(latest.createdAt, now)}
          </span>
          <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId: latest.id }} className="text-accent underline">
            {t('Open the thread')}
          </Link>
        </span>
      )}
    </div>
  )
}
