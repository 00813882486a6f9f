import { useEffect, useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Inbox, Job } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { message, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { connectionKey } from './connection-key.ts'
import { TestSteps } from './test-steps.tsx'
import { latestMailKey } from './use-inbox-state.ts'

const pollMs = 1_000

const stepNames = {
  send: message('Send'),
  receive: message('Come back'),
  plus: message('Come back to an address with a plus sign'),
} as const
type StepName = keyof typeof stepNames
type Step = { step: StepName; ok: boolean; detail: string | null; durationMs: number }

/** Lets the inbox send a mail to itself, and shows each step until it comes back. */
export function RoundTrip({ inbox, isUnsaved }: { inbox: Inbox; isUnsaved: boolean }) {
  const { id } = inbox
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const [jobId, setJobId] = useState<string | null>(null)
  const start = useMutation({
    mutationFn: async () => (await skein.testInbox({ path: { id }, body: { roundTrip: true }, idempotencyKey: newIdempotencyKey() })).data,
    onSuccess: (data) => {
      if ('steps' in data) return
      queries.setQueryData<Job>(['job', data.id], data)
      setJobId(data.id)
    },
  })
  const job = useQuery({
    queryKey: ['job', jobId],
    enabled: jobId !== null,
    queryFn: async ({ signal }) => (await skein.getJob({ path: { id: jobId ?? '' }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : pollMs),
  })
  const shown = start.isPending ? undefined : job.data
  const isRunning = start.isPending || (jobId !== null && !job.error && (!shown || !isOver(shown)))
  const isEnded = shown !== undefined && isOver(shown)
  // The test also appears in the connection state and among the mails.
  useEffect(() => {
    if (!isEnded) return
    void queries.invalidateQueries({ queryKey: connectionKey(id) })
    void queries.invalidateQueries({ queryKey: latestMailKey(id) })
  }, [isEnded, queries, id])
  useReadResult(isEnded ? jobId : null)
  if (inbox.address === null || whyNot('testInbox') !== null || whyNot('getJob') !== null) return null
  const error = start.error ?? job.error
  const steps = shown ? readSteps(shown) : []
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>{t('The inbox writes to itself. The mail should come back within a minute, and doesn’t become a thread.')}</p>
      <div>
        {/* Not disabled while the test runs, so that the button keeps the focus. */}
        <Button
          look="primary"
          aria-disabled={isRunning || isUnsaved}
          className="aria-disabled:opacity-60"
          onClick={() => isRunning || isUnsaved || start.mutate()}
        >
          {isRunning ? t('Testing…') : isEnded ? t('Test again') : t('Send a test')}
        </Button>
      </div>
      {isUnsaved && <p className="text-muted">{t('Save first: tests use the saved settings.')}</p>}
      {error && <Problem error={error} {...(start.error ? {} : { onRetry: () => void job.refetch() })} />}
      <p role="status" className={isEnded ? (shown.state === 'DONE' ? 'text-success' : 'text-danger') : 'text-muted'}>
        {isEnded ? describeEnd(inbox, shown, steps) : isRunning ? describeProgress(shown, steps) : ''}
      </p>
      {shown && (
        <TestSteps
          label={t('Steps of the round trip')}
          steps={listNames(steps, isEnded).map((name) => {
            const found = steps.find(({ step }) => step === name)
            return {
              key: name,
              name: t(stepNames[name]),
              ok: found?.ok ?? null,
              detail: found?.detail ?? null,
              durationMs: found?.durationMs ?? null,
            }
          })}
        />
      )}
    </div>
  )
}

/** Marks the notification about a test as read, because its result is on the screen. */
function useReadResult(jobId: string | null): void {
  const { skein } = useApi()
  useQuery({
    queryKey: ['result-read', jobId],
    enabled: jobId !== null,
    // The service creates the notification soon after the job has ended.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data === true || dataUpdateCount >= maxReadAttempts ? false : pollMs),
    async queryFn({ signal }) {
      const { data } = await skein.listNotifications({ query: { type: 'JOB_DONE', unread: true, limit: 20 }, signal })
      const ids = data.filter(({ job }) => job?.id === jobId).map(({ id }) => id)
      if (ids.length > 0) await skein.readNotifications({ body: { ids } })
      return ids.length > 0
    },
  })
}

const maxReadAttempts = 10

function isOver({ state }: Job): boolean {
  return state === 'DONE' || state === 'FAILED'
}

/** True when the mail could not be sent, which ends the test. */
function listNames(steps: readonly Step[], isEnded: boolean): StepName[] {
  // Safe because the keys of the constant are these names.
  const names = Object.keys(stepNames) as StepName[]
  return names.filter((name) => !isEnded || steps.some(({ step }) => step === name))
}

function readSteps({ result }: Job): Step[] {
  const steps = result?.['steps']
  // Safe because the API defines the steps of a round trip this way.
  return Array.isArray(steps) ? (steps as Step[]) : []
}

function describeProgress(job: Job | undefined, steps: readonly Step[]): string {
  const isKnown = (name: StepName): boolean => steps.some(({ step }) => step === name)
  if (!job || job.state === 'QUEUED') return t('Starting the test…')
  if (!isKnown('send')) return t('Sending…')
  return isKnown('receive')
    ? t('The mail came back. Waiting for the one to the address with a plus sign…')
    : t('Sent. Waiting up to a minute for the mail to come back…')
}

function describeEnd({ email }: Inbox, { state }: Job, steps: readonly Step[]): string {
  const hasFailed = (name: StepName): boolean => steps.some(({ step, ok }) => step === name && !ok)
  if (hasFailed('send')) return t('We couldn’t send the mail.')
  if (state === 'FAILED') return t('The mail didn’t come back.')
  if (!hasFailed('plus')) return t('Everything works. Mail goes out and comes back.')
  return email?.send.plusAddressing === 'ON'
    ? t('Mail goes out and comes back, but not to addresses with a plus sign. Replies use them, so turn them off under Sending.')
    : t('Mail goes out and comes back. Replies use the plain address, because addresses with a plus sign don’t work.')
}
