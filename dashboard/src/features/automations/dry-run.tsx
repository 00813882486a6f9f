import { useState } from 'react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { AutomationDryRun, AutomationDryRunMatch, AutomationRuleCreate } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { formatLocale } from '../../texts/language.ts'
import { lazily, plural, t } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { getToday, toDateText } from '../../ui/dates.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CircleCheck, CircleDashed, CirclePause, CircleX, Info, Play, type IconType } from '../../ui/icons.ts'
import { joinWords } from '../../ui/join-words.ts'
import { Problem } from '../../ui/problem.tsx'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { ChangesList } from './changes-list.tsx'
import { Labelled } from './labelled.tsx'
import { guardWords } from './rule-words.ts'
import { useRuleKinds } from './rule-kinds.tsx'
import { ThreadLink } from './thread-link.tsx'
import { useRuleNames } from './use-rule-names.ts'

/** A saved or unsaved rule. */
export type Tried = { ruleId: string } | { rule: AutomationRuleCreate }

const pollMs = 700
const pageSize = 20
const days = 30

/** Dry-runs the rule on stored events: shows how often and when it would have run, and what it would have changed. */
export function DryRun({ tried }: { tried: Tried }) {
  const { skein } = useApi()
  const [from, setFrom] = useState(() => shiftToday(-days))
  const [to, setTo] = useState('')
  const [id, setId] = useState<string | null>(null)
  const start = useMutation({
    mutationFn: () => {
      const range = { ...(from === '' ? {} : { from: toTime(from, 0) }), ...(to === '' ? {} : { to: toTime(to, 1) }) }
      return skein.startAutomationDryRun({ body: { ...tried, ...range }, idempotencyKey: newIdempotencyKey() })
    },
    onSuccess: ({ data }) => setId(data.id),
  })
  const run = useQuery({
    queryKey: ['dry-run', id],
    enabled: id !== null,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<AutomationDryRun> => (await skein.getAutomationDryRun({ path: { id: id ?? '' }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : pollMs),
  })
  const isWorking = start.isPending || (id !== null && !run.error && !(run.data && isOver(run.data)))
  return (
    <section aria-label={t('On what happened lately')} className="card grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-md font-semibold">{t('On what happened lately')}</h2>
        <p className="text-text-2">{t('See which threads the rule would have changed. Nothing changes, and no one gets a message.')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Labelled label={t('From')}>
          <DateField label={t('From')} className="w-full sm:w-36" max={getToday()} value={from} onChange={setFrom} />
        </Labelled>
        <Labelled label={t('Until')}>
          <DateField label={t('Until')} className="w-full sm:w-36" max={getToday()} value={to} onChange={setTo} />
        </Labelled>
        <Button icon={Play} disabled={isWorking} onClick={() => start.mutate()}>
          {t('Try the rule')}
        </Button>
      </div>
      {start.error && <Problem error={start.error} onRetry={() => start.mutate()} />}
      {run.error && <Problem error={run.error} onRetry={() => void run.refetch()} />}
      {isWorking && (
        <p role="status" className="text-text-2 tabular-nums">
          {run.data && run.data.eventsRead > 0
            ? plural(run.data.eventsRead, 'Looking… read {count} event so far.', 'Looking… read {count} events so far.')
            : t('Looking…')}
        </p>
      )}
      {run.data?.state === 'FAILED' && <p role="alert">{t('We couldn’t finish this. Please try again.')}</p>}
      {run.data && (run.data.matched > 0 || isOver(run.data)) && run.data.state !== 'FAILED' && <Result run={run.data} />}
    </section>
  )
}

const isOver = ({ state }: AutomationDryRun): boolean => state === 'DONE' || state === 'FAILED'

function shiftToday(by: number): string {
  const at = new Date()
  at.setDate(at.getDate() + by)
  return toDateText(at)
}

/** Converts a day to its first instant in the browser's time zone, or to that of the following day. */
function toTime(day: string, later: number): string {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + later)
  // The service rejects a period that ends in the future.
  return new Date(Math.min(at.getTime(), Date.now())).toISOString()
}

function Result({ run }: { run: AutomationDryRun }) {
  const kinds = useRuleKinds()
  const { matched, threads, wouldChange, noEffect, guarded, wouldFail, asOfNow, byDay } = run
  const facts: readonly (readonly [string, number])[] = [
    [t('would have changed something'), wouldChange],
    [t('had nothing to change'), noEffect],
    [t('would have been held back'), guarded],
    [t('would have failed'), wouldFail],
  ]
  const points = listDays(run)
  const fields = asOfNow.map((field) =>
    field === 'thread' ? t('threads we know nothing earlier about') : (kinds.find(({ name }) => name === field)?.label ?? field),
  )
  return (
    <>
      <div role="status">
        <p className="text-lg font-semibold tabular-nums">
          {matched === 0
            ? t('The rule wouldn’t have run.')
            : t('{runs} on {threads}', {
                runs: plural(matched, '{count} run', '{count} runs'),
                threads: plural(threads, '{count} thread', '{count} threads'),
              })}
        </p>
        {matched > 0 && (
          <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-text-2">
            {facts
              .filter(([, count]) => count > 0)
              .map(([name, count]) => (
                <li key={name} className="tabular-nums">
                  <strong className="font-semibold text-text">{count.toLocaleString(formatLocale)}</strong> {name}
                </li>
              ))}
          </ul>
        )}
      </div>
      {matched > 0 && (
        <TimeChart
          title={t('By day')}
          summary={t('How often the rule would have run on each day.')}
          unit="count"
          points={points.map(({ at }) => ({ short: shortDay.format(at), full: longDay.format(at) }))}
          series={[
            {
              id: 'matched',
              name: t('Runs'),
              shape: 'bars',
              tone: 1,
              values: points.map(({ day }) => byDay.find((each) => each.day === day)?.matched ?? 0),
            },
          ]}
        />
      )}
      {matched > 0 && (
        <p className="flex gap-2 text-text-2">
          <Icon of={Info} className="mt-px text-muted" />
          <span>
            {t('We judge each event by itself. What this rule or another one would have changed before isn’t taken into account.')}
            {fields.length > 0 && ` ${t('Compared as of now: {fields}.', { fields: joinWords(fields, 'and') })}`}
          </span>
        </p>
      )}
      {matched > 0 && <Matches run={run} />}
    </>
  )
}

const shortDay = new Intl.DateTimeFormat(formatLocale, { day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'full' })

/** Lists all days of the period, including days without a match. */
function listDays({ from, to, byDay }: AutomationDryRun): { day: string; at: Date }[] {
  const first = byDay[0]?.day ?? toDateText(new Date(from))
  const last = byDay.at(-1)?.day ?? toDateText(new Date(to))
  const at = new Date(`${[first, toDateText(new Date(from))].toSorted()[0]}T12:00`)
  const end = [last, toDateText(new Date(to))].toSorted()[1] ?? last
  const listed: { day: string; at: Date }[] = []
  for (; toDateText(at) <= end && listed.length < 400; at.setDate(at.getDate() + 1)) listed.push({ day: toDateText(at), at: new Date(at) })
  return listed
}

const outcomes = lazily(
  (): Readonly<Record<AutomationDryRunMatch['outcome'], { name: string; tone: Tone; icon: IconType }>> => ({
    WOULD_CHANGE: { name: t('Would change'), tone: 'good', icon: CircleCheck },
    NO_EFFECT: { name: t('Nothing to change'), tone: 'plain', icon: CircleDashed },
    GUARDED: { name: t('Held back'), tone: 'warn', icon: CirclePause },
    WOULD_FAIL: { name: t('Would fail'), tone: 'bad', icon: CircleX },
  }),
)

/** Table of the threads that the rule would have run on, with the changes. */
function Matches({ run: { id, matched, state } }: { run: AutomationDryRun }) {
  const { skein } = useApi()
  const findName = useRuleNames()
  const list = useInfiniteQuery({
    // More matches arrive while the dry run continues.
    queryKey: ['dry-run-matches', id, state === 'DONE' ? 'all' : matched],
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listAutomationDryRunMatches({ path: { id }, query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const matches = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages.at(-1)?.meta.total ?? 0
  if (list.error) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton rows={4} />
  return (
    <>
      <ul aria-label={t('Threads that the rule would have run on')} className="rounded-lg border border-line">
        {matches.map(({ thread, eventId, at, outcome, guard, error, before, after }, index) => {
          const { name, tone, icon } = outcomes()[outcome]
          const reason = error ?? (guard === null ? null : guardWords[guard] ? t(guardWords[guard]) : guard)
          return (
            <li key={`${eventId ?? at} ${thread?.id ?? index}`} className="border-t border-line-soft px-4 py-3 first:border-t-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 flex-1 basis-60">
                  <ThreadLink thread={thread} />
                </span>
                <Badge tone={tone} icon={icon}>
                  {name}
                </Badge>
                <time dateTime={at} data-tip={formatExact(at)} className="text-xs text-muted tabular-nums">
                  {formatMoment(at)}
                </time>
              </div>
              {reason !== null && <p className="mt-1 text-text-2 wrap-anywhere">{reason}</p>}
              <div className="mt-1">
                <ChangesList before={before} after={after} findName={findName} />
              </div>
            </li>
          )
        })}
      </ul>
      {list.hasNextPage && (
        <div>
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show more ({shown} of {total})', { shown: matches.length, total })}
          </Button>
        </div>
      )}
    </>
  )
}
