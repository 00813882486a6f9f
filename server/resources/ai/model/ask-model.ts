/** Sends one question to a language model, and maps the model's failures to API errors. */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Progress } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { isReset } from '#platform/outbound/fetch-errors.ts'
import { budgetSpent, upstreamFailed } from '../errors.ts'
import { tokensToday } from '../queries.ts'
import { readPieces, readWhole, saidOf, getTokens, Unusable, type Heard, type Prompt, type Said } from './completion.ts'
import { noKey, type Provider } from './provider.ts'
import { inSlot } from './slots.ts'

const maxReason = 300

/** Thrown when a run started and failed. Has the reason for the caller, and the cost. */
export class FailedRun extends Error {
  readonly refusal: ApiError
  readonly reason: string
  readonly usage: Said['usage']

  constructor(refusal: ApiError, reason: string, usage: Said['usage']) {
    super(reason, { cause: refusal })
    this.refusal = refusal
    this.reason = reason
    this.usage = usage
  }
}

/** Throws 429 when the token budget is used up or too many runs are active, and FailedRun when the model returns no usable text or the caller disconnects. */
export async function askModel(db: Queryable, tenantId: Uuid, provider: Provider, prompt: Prompt, progress: Progress): Promise<Said> {
  const { tokensPerDay, atOnce } = provider
  if (tokensPerDay !== null && ((await db.first(tokensToday, { tenantId }))?.tokens ?? 0) >= tokensPerDay)
    throw new ApiError(budgetSpent, { headers: { 'Retry-After': String(secondsToMidnight()) } })
  return inSlot(tenantId, atOnce, async () => {
    const heard: Heard = { text: '', refusal: '', finish: null, usage: null, isRead: false }
    try {
      await ask(provider, prompt, heard, progress)
      return saidOf(heard, prompt)
    } catch (error) {
      const { reason, headers, isLate = false } = await getFailure(error, progress)
      heard.isRead ||= isLate
      const line = withoutKey(reason, provider).replaceAll(/\s+/g, ' ').replaceAll('\0', '').slice(0, maxReason).toWellFormed()
      const message = `The language model returned no usable text. ${line}`
      const refusal =
        error instanceof ApiError ? error : new ApiError(upstreamFailed, { message, cause: error, ...(headers ? { headers } : {}) })
      throw new FailedRun(refusal, line, getTokens(heard, prompt))
    }
  })
}

async function ask(provider: Provider, { system, user, maxTokens }: Prompt, heard: Heard, progress: Progress): Promise<void> {
  const { url, model, apiKey, timeoutMs, fetch } = provider
  // Imported on first use: the library takes a tenth of the start time, and only tenants with a provider need it.
  const { default: OpenAI } = await import('openai')
  const client = new OpenAI({ baseURL: url, apiKey, fetch, maxRetries: 0, timeout: timeoutMs })
  // The library's timeout stops at the response headers. The signal also ends a response whose body trickles.
  const late = AbortSignal.timeout(timeoutMs)
  const request = {
    model,
    max_completion_tokens: maxTokens,
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ],
  }
  if (!progress) return readWhole(client, request, heard, late)
  await readPieces(client, request, heard, AbortSignal.any([late, progress.signal]), (text) => progress.piece({ text }))
}

type Failure = { reason: string; headers?: Record<string, string>; isLate?: boolean }

/** Returns the provider's reason and its Retry-After. `isLate`: our timeout aborted the request. */
async function getFailure(error: unknown, progress: Progress): Promise<Failure> {
  const { APIError, APIConnectionTimeoutError, APIUserAbortError } = await import('openai')
  if (error instanceof ApiError || error instanceof Unusable) return { reason: error.message }
  if (progress?.signal.aborted) return { reason: 'Its reader left before the answer was complete.', isLate: true }
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError || isAbort(error))
    return { reason: 'There was no complete answer in time.', isLate: true }
  if (error instanceof APIError && typeof error.status === 'number') {
    const seconds = waitOf(error.headers?.get('retry-after') ?? '')
    const reason = `It answered ${error.status}: ${error.message}`
    if (seconds === null) return { reason }
    return { reason: `${reason} It asks to wait for ${seconds} seconds.`, headers: { 'Retry-After': String(seconds) } }
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (isReset(cause) || (cause instanceof Error && ['aborted', 'terminated'].includes(cause.message)))
    return { reason: 'The connection was closed before the answer was complete.' }
  return { reason: cause instanceof Error ? cause.message : 'It could not be reached.' }
}

/** Removes the API key from a reason. Some servers echo a rejected key, which the caller of a summary must not see. */
function withoutKey(reason: string, { apiKey }: Provider): string {
  return apiKey === noKey ? reason : reason.replaceAll(apiKey, '(the key)')
}

const maxWaitSeconds = 86_400

/** Parses Retry-After, in seconds or as a date; null for anything else. */
function waitOf(header: string): number | null {
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - databaseNow()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), maxWaitSeconds) : null
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

function secondsToMidnight(): number {
  const now = new Date(databaseNow())
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime()) / 1000)
}
