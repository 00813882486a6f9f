import { useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AutomationRun, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { actionKinds } from './action-kinds.tsx'
import { ChangesList } from './changes-list.tsx'
import { Labelled } from './labelled.tsx'
import { ruleSource } from './rule-source.ts'
import { guardWords, outcomeWords } from './rule-words.ts'
import { ThreadLinkById } from './thread-link.tsx'
import { useRuleNames, type FindName } from './use-rule-names.ts'

type Query = NonNullable<RequestOf<'listAutomationRuns'>['query']>
/** List of runs, of one rule or on one thread. */
export type RunScope = { ruleId: string } | { threadId: string }

const pageSize = 20

/** Runs, newest first, with filters for outcome and time. `shownId` is the run that a link points to, shown above the others. */
export function RunList({ scope, shownId = null }: { scope: RunScope; shownId?: string | null }) {
  const { skein } = useApi()
  const [outcome, setOutcome] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const findName = useRuleNames()
  const isOfThread = 'threadId' in scope
  const { data: rules = [] } = useAllItems(ruleSource, isOfThread)
  const chosen = outcomes().find(({ value }) => value === outcome)
  const query: Query = {
    ...(chosen ? { outcome: chosen.value } : {}),
    ...(from === '' ? {} : { after: toTime(from, 0) }),
    ...(to === '' ? {} : { before: toTime(to, 1) }),
  }
  const list = useInfiniteQuery({
    queryKey: ['automation-runs', scope, query],
    staleTime: 0,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...query, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } =
        'threadId' in scope
          ? await skein.listThreadAutomationRuns({ path: { id: scope.threadId }, query: page, signal })
          : await skein.listAutomationRuns({ query: { ...page, ruleId: scope.ruleId }, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const runs = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages.at(-1)?.meta.total ?? 0
  const isFiltered = Object.keys(query).length > 0
  return (
    <>
      {shownId !== null && <ShownRun key={shownId} id={shownId} findName={findName} />}
      <div className="mb-4 flex flex-wrap items-end gap-2">
        <Labelled label={t('What came of it')}>
          <Select
            label={t('What came of it')}
            className="w-full sm:w-48"
            options={[{ value: '', label: t('Anything') }, ...outcomes()]}
            value={outcome}
            onChange={setOutcome}
          />
        </Labelled>
        <Labelled label={t('Since')}>
          <DateField label={t('Since')} className="w-full sm:w-36" value={from} onChange={setFrom} />
        </Labelled>
        <Labelled label={t('Until')}>
          <DateField label={t('Until')} className="w-full sm:w-36" value={to} onChange={setTo} />
        </Labelled>
        <span className="ms-auto pb-2 text-muted tabular-nums" aria-live="polite">
          {list.data ? plural(total, '{count} run', '{count} runs') : ''}
        </span>
      </div>
      {list.isPending && <Skeleton rows={6} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && runs.length === 0 && (
        <Empty>
          {isFiltered
            ? t('No runs like this.')
            : isOfThread
              ? t('No rule has run on this thread so far.')
              : t('This rule hasn’t run yet. Try it on the last 30 days to see what it would do.')}
        </Empty>
      )}
      {runs.length > 0 && (
        <ul aria-label={t('Runs')} className="rounded-lg border border-line bg-surface">
          {runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              ruleName={isOfThread ? (rules.find(({ id }) => id === run.ruleId)?.name ?? t('Deleted rule')) : null}
              findName={findName}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more ({shown} of {total})', { shown: runs.length, total })}
        </Button>
      )}
    </>
  )
}

const outcomes = () =>
  // Safe because the keys of the table are the outcomes.
  (Object.keys(outcomeWords()) as AutomationRun['outcome'][]).map((value) => ({ value, label: outcomeWords()[value].name }))

/** Converts a day to its first instant in the browser's time zone. */
function toTime(day: string, later: number): string {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + later)
  return at.toISOString()
}

/** A single run, opened by a link. */
function ShownRun({ id, findName }: { id: string; findName: FindName }) {
  const { skein } = useApi()
  const run = useQuery({
    queryKey: ['automation-run', id],
    queryFn: async ({ signal }) => (await skein.getAutomationRun({ path: { id }, signal })).data,
  })
  if (run.error) return <Problem error={run.error} onRetry={() => void run.refetch()} />
  if (!run.data) return <Skeleton rows={1} />
  return (
    <ul aria-label={t('The run of the link')} className="mb-5 rounded-lg border border-tint-line bg-surface">
      <RunRow run={run.data} ruleName={null} findName={findName} isOpen />
    </ul>
  )
}

type RunRowProps = { run: AutomationRun; ruleName: string | null; findName: FindName; isOpen?: true }

function RunRow({ run, ruleName, findName, isOpen }: RunRowProps) {
  const { id, outcome, guard, error, changes, actions, createdAt, ruleId, ruleVersion, threadId, eventId, durationMs } = run
  const { name, tone, icon } = outcomeWords()[outcome]
  const reason = error ?? (guard === null ? null : guardWords[guard] ? t(guardWords[guard]) : guard)
  return (
    <li className="border-t border-line-soft px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone} icon={icon}>
          {name}
        </Badge>
        <span className="min-w-0 flex-1 basis-60">
          {ruleName === null ? (
            <ThreadLinkById id={threadId} />
          ) : (
            <Link
              to="/settings/automations/$ruleId"
              params={{ ruleId }}
              className="inline-flex min-h-6 items-center font-medium wrap-anywhere hover:underline"
            >
              {ruleName}
            </Link>
          )}
        </span>
        <time dateTime={createdAt} data-tip={formatExact(createdAt)} className="text-xs text-muted tabular-nums">
          {formatMoment(createdAt)}
        </time>
      </div>
      {reason !== null && <p className={`mt-1 wrap-anywhere ${outcome === 'FAILED' ? 'text-danger' : 'text-text-2'}`}>{reason}</p>}
      <div className="mt-1">
        <ChangesList before={changes.before} after={changes.after} findName={findName} />
      </div>
      <Disclosure className="mt-1" open={isOpen} summaryClassName="text-xs font-medium text-muted" summary={t('Details')}>
        <div className="mt-1 grid gap-2 ps-5">
          {actions.length > 0 && <ActionOutcomes actions={actions} />}
          <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
            <Link
              to="/settings/automations/$ruleId"
              params={{ ruleId }}
              search={{ tab: 'versions' }}
              className="inline-flex min-h-6 items-center text-accent hover:underline"
            >
              {t('Version {version} of the rule', { version: ruleVersion })}
            </Link>
            <Link
              to="/settings/automations/$ruleId"
              params={{ ruleId }}
              search={{ tab: 'try', thread: threadId, ...(eventId === null ? {} : { event: eventId }) }}
              className="inline-flex min-h-6 items-center text-accent hover:underline"
            >
              {t('Explain')}
            </Link>
            <Link
              to="/settings/automations/$ruleId"
              params={{ ruleId }}
              search={{ tab: 'runs', run: id }}
              className="inline-flex min-h-6 items-center text-accent hover:underline"
            >
              {t('Link to this run')}
            </Link>
            <span className="inline-flex min-h-6 items-center tabular-nums">{t('Took {ms} ms', { ms: durationMs })}</span>
          </p>
        </div>
      </Disclosure>
    </li>
  )
}

type ShownAction = { type: string; outcome: string; error?: string | null }

/** Lists the outcome of each action, in the rule's order. */
export function ActionOutcomes({ actions }: { actions: readonly ShownAction[] }) {
  const names: Readonly<Record<string, string>> = {
    DONE: t('done'),
    HELD: t('waits, because the webhook is paused or disabled'),
    WOULD_BE_DONE: t('would be done'),
    NO_EFFECT: t('nothing to change'),
    FAILED: t('refused'),
    SKIPPED: t('not done'),
  }
  return (
    <ol className="grid grid-cols-1 gap-0.5">
      {actions.map(({ type, outcome, error = null }, at) => (
        // Two actions may be equal, so only the index identifies them.
        // oxlint-disable-next-line react/no-array-index-key -- see above.
        <li key={at} className="flex flex-wrap gap-x-1.5">
          <span className="text-muted tabular-nums">{at + 1}.</span>
          <span>{actionKinds()[type]?.name ?? type}</span>
          <span className={outcome === 'FAILED' ? 'text-danger' : 'text-muted'}>
            ({names[outcome] ?? outcome}
            {error === null ? '' : `: ${error}`})
          </span>
        </li>
      ))}
    </ol>
  )
}
