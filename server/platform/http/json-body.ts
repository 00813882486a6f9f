/** Reads JSON bodies. Rejects strings that the database cannot store. */
import type { IncomingMessage } from 'node:http'
import { ApiError, bodyTooLarge, malformedJson, validationFailed } from '../errors.ts'
import { describeJsonFault, findJsonFault } from './find-json-fault.ts'

export const maxBodyBytes = 1_048_576

/** Reads the body of a request; undefined when empty. Throws ApiError 413 when the body is too large, and the errors of `parseJsonBody`. */
export async function readJsonBody(req: IncomingMessage): Promise<unknown> {
  return parseJsonBody(await readBytes(req))
}

/** Reads all bytes. Never settles when the client disconnects, because the client can no longer receive a response. */
function readBytes(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes <= maxBodyBytes) return void chunks.push(chunk)
      req.off('data', onData).off('end', onEnd)
      reject(new ApiError(bodyTooLarge))
    }
    const onEnd = (): void => resolve(Buffer.concat(chunks))
    req.on('data', onData).on('end', onEnd)
  })
}

/**
 * Parses a JSON body; undefined when empty. Throws ApiError 400 for invalid JSON or UTF-8, and for strings that the database cannot
 * store.
 */
function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (bytes.length > alwaysFastBytes) checkParts(bytes)
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
  } catch (error) {
    throw new ApiError(malformedJson, { message: 'The request body is not text in UTF-8.', cause: error })
  }
  try {
    value = JSON.parse(text)
  } catch (error) {
    const fault = findJsonFault(text)
    const message = fault && `${malformedJson.message.slice(0, -1)}, at ${describeJsonFault(text, fault)}.`
    throw new ApiError(malformedJson, { ...(message ? { message } : {}), cause: error })
  }
  // Only escape sequences can produce characters that PostgreSQL cannot store: NUL and lone surrogates.
  if (text.includes('\\u')) storable(value)
  return value
}

/**
 * Maximum number of names and values in a body, and of nesting levels. The largest body that an operation accepts has about 10,000 values.
 */
export const maxBodyValues = 20_000
export const maxBodyDepth = 64
/** Size in bytes up to which parsing takes a few milliseconds at most, regardless of the contents. */
const alwaysFastBytes = 32_768

/**
 * Throws ApiError 400 when a body has too many values or levels. Counting takes two milliseconds for a megabyte; `JSON.parse` of a
 * megabyte with 80,000 names or half a million levels would block the process for 100 to 300 ms. Does not check whether the JSON is
 * valid.
 */
function checkParts(bytes: Buffer): void {
  let values = 1
  let depth = 0
  let isInText = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (isInText) {
      if (byte === backslash) i++
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === comma || byte === colon) values++
    else if (byte === openBracket || byte === openBrace) {
      values++
      if (++depth > maxBodyDepth) throw tooManyParts(`must have at most ${maxBodyDepth} levels of objects and arrays`)
    } else if (byte === closeBracket || byte === closeBrace) depth--
    if (values > maxBodyValues) throw tooManyParts(`must have at most ${maxBodyValues} names and values`)
  }
}

const [quote, backslash, comma, colon, openBracket, closeBracket, openBrace, closeBrace] = Buffer.from('"\\,:[]{}')

function tooManyParts(message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: '', code: 'TOO_LARGE', message }] })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Throws ApiError 400 for strings that PostgreSQL cannot store. Iterative, because a megabyte of brackets would overflow the stack of a
 * recursive walk.
 */
export function storable(value: unknown): void {
  const open: [unknown, string][] = [[value, '']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [here, path] = next
    if (typeof here === 'string' && (here.includes('\0') || !here.isWellFormed())) {
      throw new ApiError(validationFailed, {
        details: [{ field: path, code: 'INVALID_TEXT', message: 'must be Unicode text without the NUL character' }],
      })
    }
    if (typeof here !== 'object' || here === null) continue
    for (const [name, part] of Object.entries(here)) {
      open.push([name, path])
      open.push([part, Array.isArray(here) ? `${path}[${name}]` : path ? `${path}.${name}` : name])
    }
  }
}
