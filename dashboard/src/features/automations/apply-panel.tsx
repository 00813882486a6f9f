import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, type AutomationRule, type Job } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { formatLocale } from '../../texts/language.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { planCount, type CountQuery } from './count-plan.ts'
import { outcomeWords } from './rule-words.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

const pollMs = 700
const sending: ReadonlySet<string> = new Set(['REPLY', 'APPLY_CANNED_RESPONSE', 'REQUEST_SATISFACTION'])

/** Applies a saved rule once to existing threads, after a confirmation that shows their exact number. */
export function ApplyPanel({ rule, isChanged }: { rule: AutomationRule; isChanged: boolean }) {
  const { skein } = useApi()
  const [isAsking, setAsking] = useState(false)
  const [jobId, setJobId] = useState<string | null>(null)
  const query = toQuery(rule)
  const total = useQuery({
    queryKey: ['rule-count', 'apply', query],
    staleTime: 0,
    queryFn: async ({ signal }) => (query === null ? 0 : (await skein.listThreads({ query: { ...query, limit: 1 }, signal })).meta.total),
  })
  const job = useQuery({
    queryKey: ['job', jobId],
    enabled: jobId !== null,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Job> => (await skein.getJob({ path: { id: jobId ?? '' }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : pollMs),
  })
  const isWorking = jobId !== null && !(job.data && isOver(job.data)) && !job.error
  const count = total.data
  return (
    <section aria-label={t('On the threads you have')} className="card grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-md font-semibold">{t('On the threads you have')}</h2>
        <p className="text-text-2">{t('Apply the rule once to existing threads, whether it’s on or off. This changes them.')}</p>
      </div>
      {total.error && <Problem error={total.error} onRetry={() => void total.refetch()} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={isChanged || isWorking || count === undefined || count === 0} onClick={() => setAsking(true)}>
          {count === undefined ? t('Counting threads…') : plural(count, 'Apply to {count} thread…', 'Apply to {count} threads…')}
        </Button>
        {isChanged && <span className="text-text-2">{t('Save the rule first.')}</span>}
      </div>
      {job.error && <Problem error={job.error} onRetry={() => void job.refetch()} />}
      {job.data && <Progress job={job.data} ruleId={rule.id} />}
      {isAsking && count !== undefined && query !== null && (
        <Confirm
          rule={rule}
          query={query}
          total={count}
          onRecount={() => void total.refetch()}
          onStarted={(id) => {
            setJobId(id)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

const isOver = ({ state }: Job): boolean => state === 'DONE' || state === 'FAILED'

/** Returns a filter that every matching thread passes; null if no thread can match. The rule checks its other conditions itself. */
function toQuery({ filter }: AutomationRule): CountQuery | null {
  const all = (filter.all ?? []).map((each) => {
    const { customerFields: _, ...listed } = each
    return listed
  })
  const plan = planCount({ all })
  if (plan === null) return {}
  return plan[0]?.query ?? null
}

type ConfirmProps = {
  rule: AutomationRule
  query: CountQuery
  total: number
  onRecount: () => void
  onStarted: (jobId: string) => void
  onClose: () => void
}

function Confirm({ rule, query, total, onRecount, onStarted, onClose }: ConfirmProps) {
  const { skein } = useApi()
  const { actions, conditions, exceptions } = useRuleSentence()(rule)
  const [key, setKey] = useState(newIdempotencyKey)
  const apply = useMutation({
    mutationFn: () =>
      skein.applyAutomationRule({ path: { id: rule.id }, body: { filter: query, expectedTotal: total }, idempotencyKey: key }),
    onSuccess: ({ data }) => onStarted(data.id),
    onError(error) {
      // The service stores a refusal under its idempotency key, so the next attempt needs a new key.
      if (error instanceof ApiError) setKey(newIdempotencyKey())
      if (error instanceof ApiError && error.code === 'SVC-THREAD-TOTAL_CHANGED') onRecount()
    },
  })
  const failure = apply.error && describeFailure(apply.error)
  const title = plural(total, 'Apply “{name}” to {count} thread?', 'Apply “{name}” to {count} threads?', { name: rule.name })
  const mayWrite = rule.actions.some(({ type }) => sending.has(type))
  return (
    <Dialog label={title} onClose={onClose} className="w-120 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
        <p className="text-text-2">
          {conditions === '' && exceptions === ''
            ? t('In the background, each of them gets this: {actions}.', { actions })
            : t('We look at each of them in the background. Where all conditions hold: {actions}.', { actions })}
        </p>
        {mayWrite && <p className="text-warning">{t('Customers get email. The usual limits hold, but you can’t take mail back.')}</p>}
        <p className="text-text-2">{t('Every run is listed, and you can’t undo this in one go.')}</p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={apply.isPending} onClick={() => apply.mutate()}>
            {plural(total, 'Apply to {count} thread', 'Apply to {count} threads')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Shows the progress and the result of the job. */
function Progress({ job, ruleId }: { job: Job; ruleId: string }) {
  const { state, done, total, result } = job
  const outcomes = readOutcomes(result)
  return (
    <div role="status" className="grid gap-2">
      <p className="font-medium tabular-nums">
        {state === 'FAILED'
          ? t('Stopped before the end.')
          : state === 'DONE'
            ? plural(done, 'Looked at {count} thread.', 'Looked at {count} threads.')
            : t('{done} of {total} threads…', { done, total })}
      </p>
      {outcomes.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-text-2">
          {outcomes.map(([name, count]) => (
            <li key={name} className="tabular-nums">
              {nameOutcome(name)} <strong className="font-semibold text-text">{count.toLocaleString(formatLocale)}</strong>
            </li>
          ))}
        </ul>
      )}
      {isOver(job) && (
        <p>
          <Link
            to="/settings/automations/$ruleId"
            params={{ ruleId }}
            search={{ tab: 'runs' }}
            className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
          >
            {t('See its runs')}
          </Link>
        </p>
      )}
    </div>
  )
}

function readOutcomes(result: Job['result']): (readonly [name: string, count: number])[] {
  const outcomes: unknown = result?.['outcomes']
  if (typeof outcomes !== 'object' || outcomes === null) return []
  return Object.entries(outcomes).flatMap(([name, count]: [string, unknown]) =>
    typeof count === 'number' && count > 0 ? [[name, count] as const] : [],
  )
}

function nameOutcome(name: string): string {
  if (name === 'NOT_RUN') return t('Didn’t fit:')
  // Safe because the look-up falls back for outcomes that a newer service adds.
  const words = (outcomeWords() as Readonly<Record<string, { name: string } | undefined>>)[name]
  return `${words?.name ?? name}:`
}
