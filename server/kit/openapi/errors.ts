/** The failures of the document: the error's shapes, and one shared response for each set of errors that operations give. */
import { STATUS_CODES } from 'node:http'
import { ApiError, errorBody, problemBody, type ErrorDeclaration } from '../errors.ts'
import { errorsOfAll, headersOf } from './operation-errors.ts'
import { referToHeaders } from './headers.ts'
import type { JsonSchema, Reference, Response } from './types.ts'
import { reference } from './shapes.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })
const exampleRequestId = '019c0e3a-74b1-7c55-8f0e-6f1d2a9b4c3d'

/** `errors` are all that any operation gives. */
export function errorSchemas(errors: readonly ErrorDeclaration[]): Record<string, JsonSchema> {
  const code = reference('schemas', 'ErrorCode')
  const status = { type: 'integer', description: 'The HTTP status.' }
  const requestId = text('The request’s id, as in `X-Request-Id`. Name it when you ask for help.')
  const details = { type: 'array', description: 'What is wrong, place by place.', items: reference('schemas', 'ErrorDetail') }
  const docUrl = { type: 'string', format: 'uri', description: 'The error’s documentation.' }
  const example = errorOf(errors[0])
  return {
    ErrorCode: {
      type: 'string',
      enum: errors.map((error) => error.code).toSorted(),
      description: 'What went wrong, for programs. Codes are added within a version; treat one you do not know by its status.',
    },
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
      properties: { code, message: text('What went wrong, for people.'), status, requestId, details, docUrl },
      examples: [example],
    },
    Problem: {
      type: 'object',
      description: 'The same error in the form of RFC 9457, for `Accept: application/problem+json`.',
      required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
      properties: {
        type: docUrl,
        title: text('The code.'),
        status,
        detail: text('What went wrong, for people.'),
        instance: text('The request, as a URN.'),
        code,
        requestId,
        details,
      },
      examples: [problemBody(example)],
    },
  }
}

/** Shared responses by the errors they hold. A name says which: the status, then the codes that not every operation gives. */
export class SharedFailures {
  readonly #groups = new Map<string, { errors: readonly ErrorDeclaration[]; replayable: boolean }>()

  /** `errors` as `errorsOf` gives them; `kept` are those whose answers are kept for retries. */
  refer(errors: readonly ErrorDeclaration[], kept: readonly ErrorDeclaration[]): Record<string, Reference> {
    const statuses = [...new Set(errors.map(({ status }) => status))]
    return Object.fromEntries(
      statuses.map((status) => {
        const group = errors.filter((error) => error.status === status)
        const replayable = group.some((error) => kept.includes(error))
        const name = [
          reasonOf(status),
          ...group.filter((error) => !errorsOfAll.includes(error)).map(({ code }) => pascalCase(code.slice('SVC-'.length))),
          ...(replayable ? ['OrReplayed'] : []),
        ].join('-')
        this.#groups.set(name, { errors: group, replayable })
        return [String(status), reference('responses', name)]
      }),
    )
  }

  responses(): Record<string, Response> {
    return Object.fromEntries([...this.#groups].map(([name, { errors, replayable }]) => [name, failure(errors, replayable)]))
  }
}

function failure(errors: readonly ErrorDeclaration[], replayable: boolean): Response {
  const everyHeader = [...new Set(errors.flatMap(headersOf))]
  const required = everyHeader.filter((name) => errors.every((error) => headersOf(error).includes(name)))
  const optional = [...everyHeader.filter((name) => !required.includes(name)), ...(replayable ? ['Idempotent-Replayed'] : [])]
  const code = { enum: errors.map((error) => error.code) }
  const examples = <Value>(value: (error: ErrorDeclaration) => Value) =>
    Object.fromEntries(errors.map((error) => [error.code, { value: value(error) }]))
  return {
    description: errors.map((error) => `- \`${error.code}\`: ${error.message}`).join('\n'),
    headers: referToHeaders(required, optional),
    content: {
      'application/json': {
        schema: errorEnvelope({ allOf: [reference('schemas', 'ApiError'), { properties: { code }, required: ['code'] }] }),
        examples: examples((error) => ({ data: null, error: errorOf(error) })),
      },
      'application/problem+json': {
        schema: { allOf: [reference('schemas', 'Problem'), { properties: { code }, required: ['code'] }] },
        examples: examples((error) => problemBody(errorOf(error))),
      },
    },
  }
}

/** The envelope of every failure. */
export function errorEnvelope(error: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['data', 'error'],
    properties: { data: { type: 'null', description: 'Always null on failure.' }, error },
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
