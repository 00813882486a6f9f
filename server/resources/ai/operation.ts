/** Declares AI operations: computes the run first, then stores it in a transaction. */
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { ApiError, scopeEscalation, unknownReference } from '#platform/errors.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import type { Principal } from '#platform/principal.ts'
import type { Shape, Static } from '#platform/schema.ts'
import type { Config } from '../../config.ts'
import { getSettings } from '../tenants/index.ts'
import { readThread, type ThreadRecord } from '../threads/index.ts'
import { budgetSpent, providerRequired, tooManyAtOnce, upstreamFailed } from './errors.ts'
import { askModel, FailedRun } from './model/ask-model.ts'
import type { Prompt } from './model/completion.ts'
import { findProvider, type Provider } from './model/provider.ts'
import { keepRun } from './keep-run.ts'
import { checkReads, noOutput, presentRun, run, type Citation, type RunOutput, type RunRecord } from './run.ts'
import { AiDelta, AiRun, type Operation } from './schema.ts'

/** Input of an operation. */
export type Scene<Body> = {
  readonly db: Queryable
  readonly principal: Principal
  readonly body: Body
  readonly config: Config
  /** The thread in the body. */
  readonly thread: ThreadRecord | null
  /** Whether there is a language model. */
  readonly hasModel: boolean
  /** Sends a prompt to the model. `threadIds` are the other threads that the prompt quotes. */
  readonly ask: (prompt: Prompt, threadIds?: readonly Uuid[]) => Promise<Made & { output: { text: string } }>
}

/** Result of an operation; omitted fields are empty. `threadIds` are the other threads that it quotes. */
export type Made = Partial<Pick<RunRecord, 'provider' | 'model' | 'confidence' | 'usage'>> & {
  output: Partial<RunOutput> | null
  /** The nearest candidates when there is no output. */
  suggestions?: RunOutput['suggestions']
  citations?: Citation[]
  threadIds?: readonly Uuid[]
}

type Spec<Body extends Shape> = {
  operationId: string
  operation: Operation
  path: string
  summary: string
  description: string
  body: Body
  /** Whether the operation is rejected when the tenant has no model. */
  needsModel?: boolean
  /** Whether the operation may use a model. */
  mayAsk?: boolean
  /** Whether the operation generates text, which callers may receive as a stream. */
  makesText?: boolean
  /** The action in the audit log. */
  action: string
  make: (scene: Scene<Static<Body>>) => Promise<Made>
}

export function aiOperation<Body extends Shape>({
  operationId,
  operation,
  path,
  summary,
  description,
  body,
  action,
  needsModel = false,
  mayAsk = false,
  makesText = false,
  make,
}: Spec<Body>): Endpoint {
  return endpoint.write({
    operationId,
    method: 'POST',
    path,
    tag: 'ai',
    scope: 'ai:write',
    summary,
    description: `${description} Sends and changes nothing. Also needs the scope \`threads:read\`.${makesText ? streamed : ''}`,
    body,
    responds: { 201: item(AiRun, 'The run, with its result') },
    errors: [
      scopeEscalation,
      unknownReference,
      ...(needsModel ? [providerRequired] : []),
      ...(needsModel || mayAsk ? [budgetSpent, tooManyAtOnce, upstreamFailed] : []),
    ],
    etag: true,
    creates: run,
    ...(makesText ? { pieces: AiDelta } : {}),
    present: presentRun,
    location: ({ id }) => `/ai/runs/${id}`,
    async before(context): Promise<Prepared> {
      // A proposal leaves out canned responses that the API key may not read.
      checkReads(context.principal, operation === 'SUGGEST_REPLY' ? [] : [operation])
      const startedAt = performance.now()
      // Safe because every body with a thread uses this field name.
      const named = (context.body as { threadId?: Uuid | null }).threadId ?? null
      const about = named === null ? null : await getThread(context.db, context.principal.tenantId, named)
      // Safe because the operation declares this body.
      const { principal } = context
      const provider = await findProvider(context, principal.tenantId, getSettings(principal))
      if (needsModel && !provider) throw new ApiError(providerRequired)
      const ask: Scene<Static<Body>>['ask'] = async (question, threadIds = []) => {
        if (!provider) throw new ApiError(providerRequired)
        try {
          const { text, usage } = await askModel(context.db, principal.tenantId, provider, question, context.progress)
          return { provider: 'MODEL', model: provider.model, output: { text }, usage }
        } catch (error) {
          if (!(error instanceof FailedRun)) throw error
          await keepFailed(context.db, principal, { operation, about, provider, threadIds, startedAt }, error)
          throw error.refusal
        }
      }
      const made = await make({ ...context, body: context.body as Static<Body>, thread: about, hasModel: provider !== null, ask })
      return { made, thread: about, startedAt }
    },
    async handle({ tx, effects, principal, prepared }) {
      const { made, thread: about, startedAt } = prepared
      const { provider = 'BUILT_IN', model = null, confidence = null, usage = { inputTokens: 0, outputTokens: 0 }, citations = [] } = made
      const record = await keepRun(tx, principal, {
        operation,
        threadId: about?.id ?? null,
        threadIds: made.threadIds ?? [],
        startedAt,
        provider,
        model,
        status: made.output ? 'SUCCEEDED' : 'NO_ANSWER',
        failure: null,
        output: { ...noOutput, ...(made.output ?? { suggestions: made.suggestions ?? [] }) },
        citations,
        confidence,
        usage,
      })
      const audited = effects.audit({
        action,
        target: { type: 'ai_run', id: record.id },
        after: { operation, provider, model, status: record.status, threadId: record.threadId },
      })
      return toOutcome(record, audited, 201)
    },
  })
}

const streamed =
  ' With `Accept: text/event-stream` the text of a language model is streamed. If the caller disconnects, the run ends and is ' +
  'stored as failed, and a retry with the same `Idempotency-Key` starts again. A retry of a finished run gets only its result.'

type Attempt = { operation: Operation; about: ThreadRecord | null; provider: Provider; threadIds: readonly Uuid[]; startedAt: number }

/** Stores a failed run, so that its reason and cost are visible. */
async function keepFailed(db: Database, principal: Principal, attempt: Attempt, { reason, usage }: FailedRun): Promise<void> {
  const { operation, about, provider, threadIds, startedAt } = attempt
  await db.transaction((tx) =>
    keepRun(tx, principal, {
      operation,
      threadId: about?.id ?? null,
      threadIds,
      startedAt,
      provider: 'MODEL',
      model: provider.model,
      status: 'FAILED',
      failure: reason,
      output: noOutput,
      citations: [],
      confidence: null,
      usage,
    }),
  )
}

type Prepared = { made: Made; thread: ThreadRecord | null; startedAt: number }

async function getThread(db: Queryable, tenantId: Uuid, id: Uuid): Promise<ThreadRecord> {
  const found = await readThread(db, { tenantId, id })
  if (found) return found
  throw new ApiError(unknownReference, { details: [{ field: 'threadId', code: 'UNKNOWN', message: 'does not exist in this tenant' }] })
}

/** Returns the thread of an operation whose body requires one. */
export function theThread({ thread: about }: { thread: ThreadRecord | null }): ThreadRecord {
  if (!about) throw new Error('The body names a thread')
  return about
}
