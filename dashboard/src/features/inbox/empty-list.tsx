import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { countFilters } from '../threads/list-search.ts'
import { useThreadCount } from '../threads/use-counts.ts'
import { isViewId, views, type ViewId } from '../threads/views.ts'
import { searchView, type ListSource } from './use-list-source.ts'

/** Explains why a list is empty, and what to do next. */
export function EmptyList({ source, onClear }: { source: ListSource; onClear: () => void }) {
  const everything = useThreadCount({})
  const filters = countFilters(source.search)
  const isSearch = source.view === searchView
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-12 text-center">
      {filters > 0 || isSearch ? (
        <>
          <p className="font-medium">{source.filters.q === undefined ? 'No thread matches' : `Nothing found for “${source.filters.q}”`}</p>
          {source.filters.q !== undefined && (
            <p className="mt-1 text-sm text-muted">All words must occur. Try fewer of them, or the beginning of one with a star: refund*</p>
          )}
          {filters > 0 && (
            <Button className="mt-3" onClick={onClear}>
              {filters === 1 ? 'Clear the filter' : `Clear ${filters} filters`}
            </Button>
          )}
        </>
      ) : everything === 0 ? (
        <EmptyWorkspace />
      ) : (
        <EmptyView view={source.view} />
      )}
    </div>
  )
}

const reasons: Readonly<Record<ViewId, string>> = {
  mine: 'No open thread is assigned to you.',
  unassigned: 'Every open thread is assigned to somebody.',
  all: 'No thread is open.',
  waiting: 'No customer is waiting for an answer.',
  snoozed: 'No thread is snoozed.',
  pending: 'No thread is pending.',
}

function EmptyView({ view }: { view: string }) {
  const { skein } = useApi()
  const unassigned = useThreadCount(views.unassigned.filters)
  const snoozed = useThreadCount(views.snoozed.filters)
  const snoozedThreads = useQuery({
    queryKey: ['next-awake'],
    enabled: (snoozed ?? 0) > 0,
    // Events do not update this query, so fetch it each time.
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { snoozed: true, limit: 100 }, signal })).data,
  })
  const next = snoozedThreads.data
    ?.filter(({ snoozedUntil }) => snoozedUntil !== null)
    .toSorted((a, b) => (a.snoozedUntil ?? '').localeCompare(b.snoozedUntil ?? ''))[0]
  return (
    <>
      <p className="font-medium">{view === 'mine' ? 'You are done' : 'Nothing here'}</p>
      <p className="mt-1 text-sm text-muted">{isViewId(view) ? reasons[view] : 'No thread is in this view.'}</p>
      <ul className="mt-4 grid justify-center gap-1 text-sm">
        {view !== 'unassigned' && (unassigned ?? 0) > 0 && (
          <li>
            Next:{' '}
            <Link to="/inbox/$view" params={{ view: 'unassigned' }} className="text-accent underline">
              {unassigned?.toLocaleString()} unassigned
            </Link>
          </li>
        )}
        {view !== 'snoozed' && (snoozed ?? 0) > 0 && (
          <li>
            <Link to="/inbox/$view" params={{ view: 'snoozed' }} className="text-accent underline">
              {snoozed?.toLocaleString()} snoozed
            </Link>
            {next?.snoozedUntil && (
              <span className="text-muted">
                , the next until {formatMoment(next.snoozedUntil)}: {next.subject}
              </span>
            )}
          </li>
        )}
      </ul>
    </>
  )
}

const testThread = {
  title: 'My first thread',
  body: 'This is a test. Reply to it, add a note, then resolve it.',
  requester: { email: 'customer@example.com', name: 'A test customer' },
}

/** Offers two ways to create the first thread of a workspace. */
function EmptyWorkspace() {
  const { skein, settings } = useApi()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => skein.createThread({ body: testThread }),
    onSuccess: ({ data }) => navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: data.threadId } }),
  })
  const failure = create.error && describeFailure(create.error)
  const copy = async (): Promise<void> => {
    const lines = [
      `curl -s ${settings.apiUrl}/api/v1/threads`,
      `-H "Authorization: Bearer $SKEIN_API_KEY"`,
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(testThread)}'`,
    ]
    await copyText(lines.join(' \\\n  '))
    showToast({ kind: 'done', text: 'Copied. Put an API key into $SKEIN_API_KEY.' })
  }
  return (
    <>
      <p className="font-medium">No thread yet</p>
      <p className="mt-1 text-sm text-muted">They come by e-mail and through the API. Make one to see how it works.</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button look="primary" disabled={create.isPending} onClick={() => create.mutate()}>
          Create a test thread
        </Button>
        <Button onClick={() => void copy()}>Copy cURL</Button>
      </div>
      {failure && (
        <div className="mt-3">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
        </div>
      )}
    </>
  )
}
