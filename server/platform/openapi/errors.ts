/** Builds the error responses of the API document: one schema for all, and one response per status. */
import type { Endpoint } from '../http/declared-endpoint.ts'
import { ApiError, errorBody, type ErrorDeclaration } from '../errors.ts'
import { STATUS_CODES } from '../http/node-http.ts'
import { referToHeaders } from './headers.ts'
import { getHeaders, getOwnErrors, getRefusals, getSharedErrors, alwaysListedStatuses } from './operation-errors.ts'
import { reference } from './shapes.ts'
import type { JsonSchema, Reference, Response } from './types.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })
const exampleRequestId = '019c0e3a-74b1-7c55-8f0e-6f1d2a9b4c3d'

/**
 * Returns the schemas of errors. `errors` are the errors of all operations. The description lists the codes instead of an enumeration,
 * because generators create closed types from enumerations, and existing clients must be able to parse codes that are added later.
 */
export function errorSchemas(errors: readonly ErrorDeclaration[]): Record<string, JsonSchema> {
  const codes = errors.toSorted((a, b) => (a.code < b.code ? -1 : 1)).map(({ code, message }) => `- \`${code}\`: ${message}`)
  return {
    ErrorDetail: {
      type: 'object',
      description: 'One problem with one field of the request.',
      required: ['field', 'code', 'message'],
      properties: {
        field: text('The path of the field: `requester.email`, `tags[2]`. Empty for the whole body.'),
        code: text('The problem, for programs.'),
        message: text('The problem, for people.'),
      },
    },
    ApiError: {
      type: 'object',
      description: 'Why a request failed.',
      required: ['code', 'message', 'status', 'requestId', 'docUrl'],
      properties: {
        code: text(
          `The error code, for programs. Later versions add codes; treat an unknown code by its status. The codes of this version:\n\n${codes.join('\n')}`,
        ),
        message: text('The message, for people.'),
        status: { type: 'integer', description: 'The HTTP status.' },
        requestId: text('The request’s id, as in `X-Request-Id`. Quote it when you ask for help.'),
        details: { type: 'array', description: 'The problems, one per field.', items: reference('schemas', 'ErrorDetail') },
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
 * Collects the error responses of all operations as shared responses: one per status and, under `default`, one per kind of access, with the
 * errors that all operations of that kind can return. An operation's `x-error-codes` lists only its own codes, so that readers can find
 * them.
 */
export class SharedFailures {
  readonly #byStatus = new Map<number, Group>()
  readonly #byAccess = new Map<string, readonly ErrorDeclaration[]>()

  /** Returns the error responses of an operation, by status. */
  of(endpoint: Endpoint): Record<string, Reference> {
    const stored = endpoint.method === 'GET' ? [] : getRefusals(endpoint)
    const responses: Record<string, Reference> = {}
    const { name, errors } = getSharedErrors(endpoint)
    const shown = errors.filter(({ status }) => alwaysListedStatuses.has(status))
    for (const error of [...shown, ...getOwnErrors(endpoint)].toSorted((a, b) => a.status - b.status)) {
      const group = this.#byStatus.get(error.status) ?? { errors: new Set(), isReplayed: false }
      this.#byStatus.set(error.status, group)
      group.errors.add(error)
      group.isReplayed ||= stored.includes(error)
      responses[error.status] = reference('responses', getReason(error.status))
    }
    this.#byAccess.set(name, errors)
    return { ...responses, default: reference('responses', name) }
  }

  responses(): Record<string, Response> {
    const ofStatus = [...this.#byStatus].map(([status, { errors, isReplayed }]): [string, Response] => {
      const description = `${STATUS_CODES[status]}. \`x-error-codes\` of the operation has the codes.`
      return [getReason(status), failure(description, [...errors], isReplayed)]
    })
    const ofAccess = [...this.#byAccess].map(([name, errors]): [string, Response] => {
      const lines = errors.map(({ code, status, message }) => `- ${status} \`${code}\`: ${message}`)
      const description = ['Errors that every operation of this kind can return:', '', ...lines].join('\n')
      return [name, { ...failure(description, errors, false), 'x-error-codes': statusesByCode(errors) }]
    })
    return Object.fromEntries([...ofStatus, ...ofAccess])
  }
}

type Group = { errors: Set<ErrorDeclaration>; isReplayed: boolean }

/** Returns the status of each error code that this operation can return, but not every operation of its kind. */
export function ownErrorCodes(endpoint: Endpoint): Record<string, number> {
  return statusesByCode(getOwnErrors(endpoint))
}

function statusesByCode(errors: readonly ErrorDeclaration[]): Record<string, number> {
  return Object.fromEntries(errors.map(({ code, status }) => [code, status]))
}

/** Builds the response for a status. `isReplayed` is true if such a response can be stored for retries. */
function failure(description: string, errors: readonly ErrorDeclaration[], isReplayed: boolean): Response {
  const everyHeader = [...new Set(errors.flatMap((error) => [...getHeaders(error), ...(error.mayHave ?? [])]))]
  const required = everyHeader.filter((name) => errors.every((error) => getHeaders(error).includes(name)))
  const optional = [...everyHeader.filter((name) => !required.includes(name)), ...(isReplayed ? ['Idempotent-Replayed'] : [])]
  const [first] = errors
  return {
    description,
    headers: referToHeaders(required, optional),
    content: {
      'application/json': {
        schema: reference('schemas', 'ErrorResponse'),
        examples: { [first?.code ?? 'error']: { value: { data: null, error: errorOf(first) } } },
      },
    },
  }
}

function errorOf(declaration: ErrorDeclaration | undefined): ReturnType<typeof errorBody> {
  if (!declaration) throw new Error('No error is declared')
  return errorBody(new ApiError(declaration), exampleRequestId, 'https://support.example.com/docs/errors')
}

function getReason(status: number): string {
  return pascalCase(STATUS_CODES[status] ?? `Status ${status}`)
}

/** Converts `THREAD-NOT_FOUND`, `Not Found` and `thread.status_changed` to `ThreadNotFound`, `NotFound` and `ThreadStatusChanged`. */
export function pascalCase(words: string): string {
  return words.toLowerCase().replaceAll(/(?:^|[^a-z0-9]+)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
