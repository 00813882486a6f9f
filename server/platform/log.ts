/**
 * Logs to standard error: JSON for programs, short lines on a terminal. Removes credentials from every line, regardless of what the calling
 * code passes.
 */
import { pino, destination, stdSerializers, type Logger } from 'pino'

export type Log = Logger

/** Matches credentials anywhere in a line: API keys; session, link and calendar tokens; webhook secrets; and JSON Web Tokens. */
const secretPattern = /(svck_|svat_|svrt_|svlt_|svpl_|svcf_|svcn_|svcs_|svwt_|whsec_|wsec_|\beyJ)[A-Za-z0-9+/=_-]{6,}(?:\.[A-Za-z0-9_-]+)*/g

/**
 * Whether a short text chosen by a caller, such as a request id, may be a credential: it has the prefix of one of ours or of a JSON Web
 * Token, or at least 40 successive letters and digits of both cases. UUIDs, trace ids and hexadecimal hashes are not credentials.
 */
export function mayBeCredential(text: string): boolean {
  return /sv[a-z]{2}_|whsec_/i.test(text) || text.includes('eyJ') || /(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{40,}/.test(text)
}

/**
 * Removes credentials from a finished line, including credentials in URLs that are percent-encoded in whole or in part, any number of
 * times.
 */
export function removeCredentials(line: string): string {
  const clear = line.includes('%') ? line.replace(/[^\s"\\]+/g, (word) => (containsEncodedCredential(word) ? '[redacted]' : word)) : line
  return clear.replace(secretPattern, '$1[redacted]')
}

const maxDecodings = 10

/** Whether a word decodes to text with a credential. The caller removes the whole word, because it is unknown where the credential ends. */
function containsEncodedCredential(word: string): boolean {
  if (!word.includes('%')) return false
  let text = word
  for (let times = 0; times < maxDecodings; times++) {
    if (text.search(secretPattern) >= 0) return true
    const next = text.replace(/%(?:u00)?([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (next === text) return false
    text = next
  }
  // Treat text that is encoded ten times or more as a credential.
  return true
}

/** Destination of log lines. */
export type Sink = { write(line: string): unknown; flushSync(): void }

/**
 * Creates the logger of the process. On a terminal, lines are unbuffered and formatted for reading, with a formatter that is loaded only
 * then.
 */
export async function createProcessLog(level: string): Promise<{ log: Log; flush(): void }> {
  if (!process.stderr.isTTY) return createLog(level)
  const { createLogLines } = await import('./log-lines.ts')
  return createLog(level, destination({ fd: 2, sync: true }), createLogLines(process.stderr.hasColors()))
}

/**
 * Maximum bytes that a pipe writes atomically (PIPE_BUF on Linux). Each write has whole lines, so lines of several processes that share
 * standard error do not interleave.
 */
const maxPipeWrite = 4096

/**
 * Creates a logger. Lines are buffered for at most a second; `flush` writes the rest. The levels are pino's: fatal, error, warn, info,
 * debug, trace, silent.
 */
export function createLog(
  level: string,
  stream: Sink = destination({ fd: 2, sync: false, minLength: maxPipeWrite - 1, maxWrite: maxPipeWrite, periodicFlush: 1000 }),
  format: (line: string) => string = (line) => line,
): { log: Log; flush(): void } {
  const redacting = { write: (line: string) => void stream.write(format(removeCredentials(line))) }
  const log = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          'password',
          '*.password',
          'secret',
          '*.secret',
          'key',
          '*.key',
          '*.parameters',
          '*.args',
          '*.query',
        ],
        remove: true,
      },
      serializers: { error: describeError },
    },
    redacting,
  )
  return { log, flush: () => stream.flushSync() }
}

/** Returns the fields of an error to log, without query parameters, which contain customers' data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { type, message, stack } = stdSerializers.err(error)
  const { code, detail: _, where } = error as { code?: unknown; detail?: unknown; where?: unknown }
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type, message, stack, ...(code ? { code } : {}), ...(where ? { where } : {}), ...(cause ? { cause } : {}) }
}
