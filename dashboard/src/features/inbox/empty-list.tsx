import type { ReactNode } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { AlarmClock, BookOpen, Hourglass, Search, UserRoundPlus, UsersRound } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Step, Steps } from '../../ui/steps.tsx'
import { formatAge, formatMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { Yarn } from '../../ui/yarn.tsx'
import { message, plural, t, type Message } from '../../texts/texts.ts'
import { countFilters, type ListSearch } from '../threads/list-search.ts'
import { useThreadCount } from '../threads/use-counts.ts'
import { isViewId, views, type ViewId } from '../threads/views.ts'
import { FirstRun } from './first-run-part.tsx'
import { useIsFirstRun } from './use-first-run.ts'
import { searchView, type ListSource } from '../views/use-list-source.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

/** Empty state of a list: why it is empty, and what to do next. */
export function EmptyList({ source, onClear }: { source: ListSource; onClear: () => void }) {
  const isFirstRun = useIsFirstRun()
  const filters = countFilters(source.search)
  const { q: words } = source.filters
  if ((filters === 0 && source.view !== searchView) || source.filters.drafts)
    return isFirstRun && (source.view === 'mine' || source.view === 'all') ? <FirstRun /> : <EmptyView view={source.view} />
  return (
    <Zero
      title={words === undefined ? t('No threads match') : t('Nothing found for “{words}”', { words })}
      text={words === undefined ? t('Try fewer filters.') : t('Try fewer words, or the start of a word with a star: refund*')}
    >
      {words !== undefined && <SearchSteps words={words} search={source.search} />}
      {filters > 0 && (
        <Button className={words === undefined ? '' : 'mt-4'} onClick={onClear}>
          {/* A saved view's own filters also appear as chips, and *Clear* does not remove them. */}
          {source.saved ? t('Back to the saved filters') : plural(filters, 'Clear the filter', 'Clear {count} filters')}
        </Button>
      )}
    </Zero>
  )
}

/** Links to other searches for the same words. */
function SearchSteps({ words, search }: { words: string; search: ListSearch }) {
  const navigate = useNavigate()
  const searchFor = (next: ListSearch & { scope?: 'customers' | 'articles' }): void =>
    void navigate({ to: '/inbox/$view', params: { view: searchView }, search: next })
  const beginning = /[\p{L}\p{N}]{3,}$/u.test(words) ? `${words}*` : null
  return (
    <Steps label={t('What’s next')}>
      {beginning !== null && (
        <Step icon={Search} title={t('Words that begin like this')} hint={beginning}>
          <Button onClick={() => searchFor({ ...search, q: beginning })}>{t('Search')}</Button>
        </Step>
      )}
      <Step icon={UsersRound} title={t('Customers with these words')}>
        <Button onClick={() => searchFor({ q: words, scope: 'customers' })}>{t('Search customers')}</Button>
      </Step>
      <Step icon={BookOpen} title={t('Articles with these words')}>
        <Button onClick={() => searchFor({ q: words, scope: 'articles' })}>{t('Search articles')}</Button>
      </Step>
    </Steps>
  )
}

function Zero({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="grid min-h-full content-center justify-items-center px-4 pt-6 pb-10 text-center">
        <Yarn size={168} />
        <h2 className="mt-5 text-xl font-semibold text-balance wrap-anywhere">{title}</h2>
        <p className="mt-1.5 text-base text-balance text-text-2">{text}</p>
        {children !== undefined && <div className="mt-6 grid w-full justify-items-center">{children}</div>}
      </div>
    </div>
  )
}

const words: Readonly<Record<ViewId, { title: Message; text: Message }>> = {
  mine: { title: message('You’re all caught up'), text: message('Nothing assigned to you needs an answer right now.') },
  unassigned: { title: message('Every thread has an owner'), text: message('New threads that nobody has taken yet appear here.') },
  all: { title: message('No open threads'), text: message('You’ve answered everything. New threads appear here.') },
  waiting: { title: message('Nobody is waiting for a reply'), text: message('Threads whose customer waits for you appear here.') },
  followed: { title: message('You follow no open threads'), text: message('Open threads that you follow appear here.') },
  snoozed: { title: message('Nothing is snoozed'), text: message('Snoozed threads wait here until they come back.') },
  pending: { title: message('Nothing is pending'), text: message('Threads that wait for the customer appear here.') },
  drafts: { title: message('No drafts'), text: message('Replies and notes that you haven’t sent appear here.') },
}

const noThreads = { title: message('No threads in this view'), text: message('Threads that match its filters appear here.') }

function EmptyView({ view }: { view: string }) {
  const { title, text } = isViewId(view) ? words[view] : noThreads
  const unassigned = useThreadCount(views.unassigned.filters) ?? 0
  const snoozed = useThreadCount(views.snoozed.filters) ?? 0
  const pending = useThreadCount(views.pending.filters) ?? 0
  const hasUnassigned = view !== 'unassigned' && unassigned > 0
  const hasSnoozed = view !== 'snoozed' && snoozed > 0
  const hasPending = view !== 'pending' && pending > 0
  return (
    <Zero title={t(title)} text={t(text)}>
      {(hasUnassigned || hasSnoozed || hasPending) && (
        <Steps label={t('What’s next')}>
          {hasUnassigned && <UnassignedStep count={unassigned} />}
          {hasSnoozed && <SnoozedStep count={snoozed} />}
          {hasPending && (
            <Step
              icon={Hourglass}
              title={plural(pending, '{count} pending', '{count} pending')}
              hint={t('Waiting for the customer to answer')}
            >
              <ViewButton view="pending" label={t('View pending threads')} />
            </Step>
          )}
        </Steps>
      )}
    </Zero>
  )
}

/** Shows the number of unassigned threads, with a button that assigns the longest-waiting one to the agent. */
function UnassignedStep({ count }: { count: number }) {
  const { skein, session } = useApi()
  const navigate = useNavigate()
  const now = useNow()
  const me = getSessionUser(useStore(session.store))
  const mayAssign = useRights().whyNot('assignThread') === null
  const filters = { ...views.unassigned.filters, sort: 'waitingSince' } as const
  const next = useQuery({
    // Events update the count, and a new count refetches this query.
    queryKey: ['next-unassigned', count],
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { ...filters, limit: 1 }, signal })).data[0] ?? null,
  })
  const take = useMutation({
    async mutationFn() {
      // Another agent may have taken the thread since it was fetched.
      const thread = (await skein.listThreads({ query: { ...filters, limit: 1 } })).data[0]
      if (!thread || !me) return null
      return (await skein.assignThread({ path: { id: thread.id }, body: { assigneeId: me.id } })).data.id
    },
    async onSuccess(threadId) {
      if (threadId !== null) await navigate({ to: '/inbox/$view/$threadId', params: { view: 'mine', threadId } })
    },
  })
  const failure = take.error && describeFailure(take.error)
  const waitingSince = next.data?.waitingSince ?? null
  return (
    <Step
      isNext
      icon={UserRoundPlus}
      title={plural(count, '{count} thread has no owner yet', '{count} threads have no owner yet')}
      hint={
        next.data && waitingSince !== null
          ? t('Waiting longest: {customer}, {age}', { customer: getCustomerName(next.data.customer), age: formatAge(waitingSince, now) })
          : null
      }
    >
      {mayAssign ? (
        <Button look="primary" disabled={take.isPending} onClick={() => take.mutate()}>
          {t('Take the next one')}
        </Button>
      ) : (
        <ViewButton view="unassigned" label={t('View unassigned threads')} />
      )}
      {failure && (
        <div className="w-full">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
        </div>
      )}
    </Step>
  )
}

function SnoozedStep({ count }: { count: number }) {
  const { skein } = useApi()
  const snoozed = useQuery({
    queryKey: ['next-awake', count],
    // Events do not update this query, so fetch it each time.
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { snoozed: true, limit: 100 }, signal })).data,
  })
  const [next] = (snoozed.data ?? [])
    .flatMap(({ subject, snoozedUntil }) => (snoozedUntil === null ? [] : [{ subject, snoozedUntil }]))
    .toSorted((one, other) => one.snoozedUntil.localeCompare(other.snoozedUntil))
  return (
    <Step
      icon={AlarmClock}
      title={plural(count, '{count} snoozed', '{count} snoozed')}
      hint={next ? t('“{subject}” comes back: {time}', { subject: next.subject, time: formatMoment(next.snoozedUntil) }) : null}
    >
      <ViewButton view="snoozed" label={t('View snoozed threads')} />
    </Step>
  )
}

function ViewButton({ view, label }: { view: ViewId; label: string }) {
  return (
    <Link
      to="/inbox/$view"
      params={{ view }}
      aria-label={label}
      className="inline-flex min-h-8 items-center rounded-md px-3 font-medium shadow-[inset_0_0_0_1px_var(--edge),var(--depth-1)] hover:bg-hover max-md:min-h-11 forced-colors:border"
    >
      {t('View')}
    </Link>
  )
}
