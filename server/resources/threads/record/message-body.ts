/** Turns the body of a request into the body of a message. */
import { toPlainText, toSafeHtml } from '#kit/safe-html.ts'
import { detectFormat } from '#kit/text-format.ts'
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import { messageEmptyHtml } from './errors.ts'

export type MessageBody = { body: string; bodyFormat: 'text' | 'html'; bodyText: string }

/** The caller's body. Without `bodyFormat` the format is detected. */
export type BodyInput = { body: string; bodyFormat?: 'text' | 'html' | undefined }

/** Maximum characters of the body in a request, and of a template with its variables filled in. */
export const maxBodyLength = 262_144

/** Returns the problem of a text whose variables made it too long. Few characters of a template can stand for thousands. */
export function findLengthProblem({ length }: string, field: string): ErrorDetail[] {
  return length <= maxBodyLength
    ? []
    : [{ field, code: 'TOO_LONG', message: `has more than ${maxBodyLength} characters with its variables filled in` }]
}

/** Throws 400 for a text whose variables made it too long. */
export function checkFilledLength(text: string, field: string): void {
  const details = findLengthProblem(text, field)
  if (details.length > 0) throw new ApiError(validationFailed, { details })
}

/**
 * Keeps text verbatim, and sanitises HTML: removes elements and attributes that could run code or load remote content. Without
 * `bodyFormat`, a body with a known HTML element is HTML, and everything else is text: `a < b`, `List<Object>`, or a comment, doctype or
 * XML prologue without any element. Throws 400 for HTML without words, and for HTML with more tags than any e-mail has, because sanitising
 * it would block all other requests.
 */
export function readBody({ body: input, bodyFormat }: BodyInput): MessageBody {
  if ((bodyFormat ?? detectFormat(input)) === 'text') return { body: input, bodyFormat: 'text', bodyText: input }
  const body = toSafeHtml(input)
  const bodyText = toPlainText(body)
  if (bodyText === '') throw new ApiError(messageEmptyHtml)
  return { body, bodyFormat: 'html', bodyText }
}
