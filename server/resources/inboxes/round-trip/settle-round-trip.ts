/**
 * Records the steps of a round trip: `send`, then `receive` for the mail to the inbox's address and `plus` for the mail to its plus form. A
 * mail may arrive before the mail server's response is recorded, so the order does not matter.
 */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { advanceJob, type JobRecord, lockJob } from '../../jobs/index.ts'
import { inbox } from '../inbox.ts'
import { type Destination, isSameDestination } from './destination.ts'
import { deleteRoundTripMails, findInboxName, findRoundTripMail, lockDestination, setPlusAddressing } from './round-trip-queries.ts'

const stepNames = ['send', 'receive', 'plus'] as const
export type RoundTripStep = { step: (typeof stepNames)[number]; ok: boolean; detail: string | null; durationMs: number }
export const roundTripStepCount = stepNames.length

/** Job input: the inbox, and its mail destination when the test was requested. */
export type RoundTripInput = Destination & { readonly inboxId: Uuid; readonly address: string }

export type LockedRoundTrip = { job: JobRecord; input: RoundTripInput; steps: RoundTripStep[] }
type Context = { readonly tx: Queryable; readonly effects: Pick<Effects, 'audit' | 'attribute'>; readonly tenantId: Uuid }

/** Locks the job of a test. Returns null if the test has ended. */
export async function lockRoundTrip(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<LockedRoundTrip | null> {
  const found = await tx.first(lockJob, key)
  if (!found || found.state === 'DONE' || found.state === 'FAILED') return null
  const { input, ...job } = found
  // Safe because only this folder writes the input and the result of such a job.
  return { job, input: input as RoundTripInput, steps: (job.result?.['steps'] ?? []) as RoundTripStep[] }
}

/** Returns the names of the steps that have no result yet. */
export function findMissing({ steps }: Pick<LockedRoundTrip, 'steps'>): RoundTripStep['step'][] {
  return stepNames.filter((name) => !steps.some(({ step }) => step === name))
}

/** Adds steps. Ends the test when all steps have a result, or nothing could be sent. Returns whether the test has ended. */
export async function recordSteps(context: Context, test: LockedRoundTrip, added: readonly RoundTripStep[]): Promise<boolean> {
  const { tx, tenantId } = context
  const { job, input } = test
  const steps = stepNames.flatMap((name) => [...test.steps, ...added].find(({ step }) => step === name) ?? [])
  const hasFailed = (name: RoundTripStep['step']): boolean => steps.some(({ step, ok }) => step === name && !ok)
  const isOver = steps.length === stepNames.length || hasFailed('send')
  // An inbox is usable without its plus form, so that alone does not fail the test.
  const endState = hasFailed('send') || hasFailed('receive') ? 'FAILED' : 'DONE'
  const isOk = steps.every(({ ok }) => ok)
  await advanceJob(context, job.id, {
    state: isOver ? endState : 'RUNNING',
    done: steps.length,
    failed: steps.filter(({ ok }) => !ok).length,
    result: { ok: isOver ? isOk : null, steps },
  })
  if (isOver) {
    await tx.rows(deleteRoundTripMails, { tenantId, inboxId: input.inboxId, jobId: job.id })
    await noteResult(context, input, { isOk, plus: hasFailed('send') ? null : (steps.find(({ step }) => step === 'plus')?.ok ?? null) })
  }
  return isOver
}

/**
 * Stores on the inbox whether its plus form works, unless its mail destination has changed. `plus` is null when the test did not show it.
 */
async function noteResult(
  { tx, effects, tenantId }: Context,
  { inboxId, ...tested }: RoundTripInput,
  { isOk, plus }: { isOk: boolean; plus: boolean | null },
): Promise<void> {
  // Lock until the commit, so that a request that changes the address clears the result afterwards.
  const found = await tx.first(lockDestination, { tenantId, inboxId })
  if (!found) return
  const isCurrent = found.email !== null && isSameDestination(tested, { address: found.address, receive: found.email.receive })
  const stored = isCurrent ? plus : null
  if (stored !== null) await tx.rows(setPlusAddressing, { tenantId, inboxId, works: stored })
  effects.audit({
    action: 'inbox.round_trip_ended',
    target: { type: inbox.noun, id: inboxId },
    after: { ok: isOk, plusAddressing: stored },
  })
}

/** Outcome of a test mail: it arrived in an inbox, or it bounced. */
export type RoundTripNews = { readonly receivedAt: string; readonly inboxId: Uuid | null; readonly failure: string | null }

/** Records the outcome of a mail that this service signed. Does nothing for other mails, and for tests that have ended. */
export async function settleRoundTripMail(context: Context, mailId: Uuid, { receivedAt, inboxId, failure }: RoundTripNews): Promise<void> {
  const { tx, tenantId } = context
  const mail = await tx.first(findRoundTripMail, { tenantId, id: mailId })
  const test = mail && (await lockRoundTrip(tx, { tenantId, id: mail.jobId }))
  if (!mail || !test) return
  const durationMs = mail.sentAt === null ? 0 : Math.max(0, Date.parse(receivedAt) - Date.parse(mail.sentAt))
  const other = inboxId === null || inboxId === mail.inboxId ? null : await tx.first(findInboxName, { tenantId, inboxId })
  const isOver = await recordSteps(context, test, [
    {
      step: mail.form === 'PLUS' ? 'plus' : 'receive',
      ok: failure === null,
      detail: failure ?? (other && `It came back through the inbox “${other.name}”.`),
      durationMs,
    },
  ])
  if (isOver) await cancel(tx, 'run-round-trip', { tenantId, key: test.job.id })
}
