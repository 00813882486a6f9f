/** The failures of the document: one shape for all, shared responses for the errors that an operation gives by itself, one for all others. */
import type { Endpoint } from '../endpoint.ts'
import { ApiError, errorBody, type ErrorDeclaration } from '../errors.ts'
import { STATUS_CODES } from '../node-http.ts'
import { referToHeaders } from './headers.ts'
import { headersOf, ownErrorsOf, refusalsOf, sharedErrorsOf } from './operation-errors.ts'
import { reference } from './shapes.ts'
import type { JsonSchema, Reference, Response } from './types.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })
const exampleRequestId = '019c0e3a-74b1-7c55-8f0e-6f1d2a9b4c3d'

/**
 * `errors` are all that any operation gives. Codes are listed in words: generators make closed types of enumerations, and a
 * client made today must read the code that a later service adds.
 */
export function errorSchemas(errors: readonly ErrorDeclaration[]): Record<string, JsonSchema> {
  const codes = errors.toSorted((a, b) => (a.code < b.code ? -1 : 1)).map(({ code, message }) => `- \`${code}\`: ${message}`)
  return {
    ErrorDetail: {
      type: 'object',
      description: 'One thing that is wrong with one place of the request.',
      required: ['field', 'code', 'message'],
      properties: {
        field: text('The place, dotted: `requester.email`, `tags[2]`. Empty for the whole.'),
        code: text('What is wrong with it, for programs.'),
        message: text('What is wrong with it, for people.'),
      },
    },
    ApiError: {
      type: 'object',
      description: 'Why a request failed.',
      required: ['code', 'message', 'status', 'requestId', 'docUrl'],
      properties: {
        code: text(
          `What went wrong, for programs. Codes are added within a version; treat one you do not know by its status. Those of this version:\n\n${codes.join('\n')}`,
        ),
        message: text('What went wrong, for people.'),
        status: { type: 'integer', description: 'The HTTP status.' },
        requestId: text('The request’s id, as in `X-Request-Id`. Name it when you ask for help.'),
        details: { type: 'array', description: 'What is wrong, place by place.', items: reference('schemas', 'ErrorDetail') },
        docUrl: { type: 'string', format: 'uri', description: 'The error’s documentation.' },
      },
      examples: [errorOf(errors[0])],
    },
    ErrorResponse: {
      type: 'object',
      description: 'The envelope of every failure.',
      required: ['data', 'error'],
      properties: { data: { const: null, description: 'Always null on failure.' }, error: reference('schemas', 'ApiError') },
    },
  }
}

/**
 * Shared responses by the errors they hold. What is particular to an operation stands under its status; what any operation
 * can give stands under `default`, so that a reader sees the few that matter. `x-error-codes` says each code's status to programs.
 */
export class SharedFailures {
  readonly #groups = new Map<string, Group>()

  /** The failures of an operation, by status. */
  of(endpoint: Endpoint): Record<string, Reference> {
    const own = ownErrorsOf(endpoint)
    const kept = endpoint.method === 'GET' ? [] : refusalsOf(endpoint)
    const statuses = [...new Set(own.map(({ status }) => status))]
    const byStatus = statuses.map((status) => {
      const group = own.filter((error) => error.status === status)
      const replayable = group.some((error) => kept.includes(error))
      const codes = group.map(({ code }) => pascalCase(code.slice('SVC-'.length)))
      return [
        String(status),
        this.#refer([reasonOf(status), ...codes, ...(replayable ? ['OrReplayed'] : [])].join('-'), group, replayable),
      ] as const
    })
    const shared = sharedErrorsOf(endpoint)
    return { ...Object.fromEntries(byStatus), default: this.#refer(shared.name, shared.errors, false) }
  }

  responses(): Record<string, Response> {
    return Object.fromEntries([...this.#groups].map(([name, group]) => [name, failure(group)]))
  }

  /** `replayable`: an answer of this response may be kept for retries. */
  #refer(name: string, errors: readonly ErrorDeclaration[], replayable: boolean): Reference {
    this.#groups.set(name, { errors, replayable })
    return reference('responses', name)
  }
}

type Group = { errors: readonly ErrorDeclaration[]; replayable: boolean }

function failure({ errors, replayable }: Group): Response {
  const everyHeader = [...new Set(errors.flatMap((error) => [...headersOf(error), ...(error.mayHave ?? [])]))]
  const required = everyHeader.filter((name) => errors.every((error) => headersOf(error).includes(name)))
  const optional = [...everyHeader.filter((name) => !required.includes(name)), ...(replayable ? ['Idempotent-Replayed'] : [])]
  const severalStatuses = new Set(errors.map(({ status }) => status)).size > 1
  const lines = errors.map(({ code, status, message }) => `- ${severalStatuses ? `${status} ` : ''}\`${code}\`: ${message}`)
  return {
    description: (severalStatuses ? ['What any operation of this kind can answer:', '', ...lines] : lines).join('\n'),
    'x-error-codes': Object.fromEntries(errors.map(({ code, status }) => [code, status])),
    headers: referToHeaders(required, optional),
    content: {
      'application/json': {
        schema: reference('schemas', 'ErrorResponse'),
        examples: Object.fromEntries(errors.map((error) => [error.code, { value: { data: null, error: errorOf(error) } }])),
      },
    },
  }
}

function errorOf(declaration: ErrorDeclaration | undefined): ReturnType<typeof errorBody> {
  if (!declaration) throw new Error('No error is declared')
  return errorBody(new ApiError(declaration), exampleRequestId, 'https://support.example.com/docs/errors')
}

function reasonOf(status: number): string {
  return pascalCase(STATUS_CODES[status] ?? `Status ${status}`)
}

/** `THREAD-NOT_FOUND`, `Not Found` and `thread.status_changed` to `ThreadNotFound`, `NotFound` and `ThreadStatusChanged`. */
export function pascalCase(words: string): string {
  return words.toLowerCase().replaceAll(/(?:^|[^a-z0-9]+)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
