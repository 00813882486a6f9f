/**
 * The clients' ledger: their intentions, written before each request, and the outcomes, written after each response.
 *
 * Every operation has its id (`op17`) in its texts and every attempt its own `X-Request-Id` (`op17.2`), so that each row of the database
 * can be traced to its request.
 */

/**
 * Kinds of operations. With `acts`, a success always has an effect; other operations may find nothing to change. With `many`, an effect may
 * have several audit rows, of different objects.
 */
const kinds = {
  createThread: { acts: true, many: false },
  replyToThread: { acts: true, many: false },
  createMessage: { acts: true, many: false },
  updateThread: { acts: false, many: false },
  upsertCustomer: { acts: true, many: false },
  assignThread: { acts: false, many: false },
  snoozeThread: { acts: false, many: false },
  labelThread: { acts: false, many: true },
  mergeThreads: { acts: true, many: true },
  unmergeThread: { acts: true, many: true },
  splitThread: { acts: true, many: true },
  batchThreads: { acts: false, many: true },
  startBatch: { acts: true, many: false },
  scheduleReply: { acts: true, many: false },
  takeBack: { acts: true, many: false },
} as const satisfies Record<string, { acts: boolean; many: boolean }>

export type OperationKind = keyof typeof kinds

export function getTraits(kind: OperationKind): { acts: boolean; many: boolean } {
  return kinds[kind]
}

/** What clients of a tenant have learned from responses, oldest first. */
export type KnownThreads = {
  threads: { id: string; createdAt: string }[]
  messages: { id: string; threadId: string }[]
  /** Threads that were merged into another. */
  merged: string[]
  scheduled: string[]
}

export type Intent = {
  kind: OperationKind
  tenantId: string
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Path below /api/v1. */
  path: string
  body: Readonly<Record<string, unknown>> | null
  idempotencyKey: string | null
  /** The `external_reference_id`, for creations that have one. */
  reference: string | null
}

export type OperationOutcome =
  | { kind: 'answered'; status: number; text: string; location: string | null; replayed: boolean; retryAfter: string | null }
  /** Sent, at least in part, without a complete response: only the database can tell the outcome. */
  | { kind: 'lost'; why: string }
  /** Never connected, so the service cannot have received it. */
  | { kind: 'unsent'; why: string }

export type Attempt = {
  requestId: string
  /** Milliseconds since the ledger was opened. */
  sentAt: number
  /** Null while the outcome is unknown. */
  outcome: OperationOutcome | null
  ms: number
  /** Time when the last byte was handed to the kernel on a reused connection; null if that did not happen. */
  handedOverAt: number | null
}

export type Operation = Intent & { id: string; attempts: Attempt[] }

export class Ledger {
  readonly operations: Operation[] = []
  readonly openedAt = performance.now()

  /** Records an intention. `make` receives the operation's id, for its texts. */
  intend(make: (id: string) => Intent): Operation {
    const id = `op${this.operations.length + 1}`
    const operation = { ...make(id), id, attempts: [] }
    this.operations.push(operation)
    return operation
  }

  /** Records an attempt before it is sent. */
  attempt(operation: Operation): Attempt {
    const requestId = `${operation.id}.${operation.attempts.length + 1}`
    const attempt = { requestId, sentAt: this.now(), outcome: null, ms: 0, handedOverAt: null }
    operation.attempts.push(attempt)
    return attempt
  }

  now(): number {
    return performance.now() - this.openedAt
  }
}

export type Answer = Extract<OperationOutcome, { kind: 'answered' }>

/** Whether an outcome is final: a response that is neither a failure nor a retryable error. */
export function isFinal(outcome: OperationOutcome | null): outcome is Answer {
  return outcome?.kind === 'answered' && outcome.status < 500 && outcome.status !== 429 && !isInProgress(outcome)
}

export function isInProgress({ status, text }: Answer): boolean {
  return status === 409 && text.includes('SVC-IDEMPOTENCY-IN_PROGRESS')
}

/** Returns the final responses of an operation. Several attempts may have one. */
export function finalResponses({ attempts }: Operation): { attempt: Attempt; answer: Answer }[] {
  return attempts.flatMap((attempt) => (isFinal(attempt.outcome) ? [{ attempt, answer: attempt.outcome }] : []))
}

export function isSuccess({ status }: Answer): boolean {
  return status === 200 || status === 201 || status === 202
}

/** Whether an operation is idempotent: a retry must have no second effect. */
export function isProtected({ idempotencyKey, reference, kind }: Operation): boolean {
  return idempotencyKey !== null || reference !== null || kind === 'upsertCustomer'
}

/** The `data` of a successful response, with the fields that the crash tests use. */
export type ResponseData = {
  id: string
  threadId?: string
  publicNumber?: number
  externalRef?: string | null
  email?: string
  createdAt?: string
  results?: { threadId: string; ok: boolean }[]
}

export function getData({ text }: Answer): ResponseData {
  // Safe because every successful response of these operations is an envelope around an item; a wrong one fails the checks of its fields.
  return (JSON.parse(text) as { data: ResponseData }).data
}

/** Describes an operation in one line. */
export function describe(operation: Operation): string {
  const { id, kind, idempotencyKey, reference, attempts } = operation
  const protection =
    [idempotencyKey && `Idempotency-Key ${idempotencyKey}`, reference && `reference ${reference}`].filter(Boolean).join(', ') ||
    'unprotected'
  const history = attempts
    .map(({ sentAt, ms, outcome }) => `${Math.round(sentAt)} ms: ${outcomeText(outcome)} after ${Math.round(ms)} ms`)
    .join('; ')
  return `${id} (${kind} ${operation.method} ${operation.path}, ${protection}; ${history || 'never sent'})`
}

function outcomeText(outcome: OperationOutcome | null): string {
  if (outcome === null) return 'open'
  if (outcome.kind !== 'answered') return `${outcome.kind} (${outcome.why})`
  return outcome.status < 400
    ? `${outcome.status}${outcome.replayed ? ' replayed' : ''}`
    : `${outcome.status} ${/SVC-[A-Z_-]+/.exec(outcome.text)?.[0] ?? ''}`
}
