/**
 * Logs to standard error: JSON for programs, short lines on a terminal. Secrets are removed from every line, whatever the logging code
 * passes.
 */
import { pino, destination, stdSerializers, type Logger } from 'pino'

export type Log = Logger

/** Credentials anywhere in a line: our keys, tokens of sessions, links and calendars, secrets of webhooks, and JSON Web Tokens. */
const secretPattern = /(svck_|svat_|svrt_|svlt_|svcf_|whsec_|\beyJ)[A-Za-z0-9+/=_-]{6,}(?:\.[A-Za-z0-9_-]+)*/g

/**
 * Whether a short text that a caller chooses, such as a request id, may be a credential: it has the prefix of one of ours or of a JSON Web
 * Token, or a run of 40 or more letters and digits of both cases. UUIDs, trace ids and hashes in hexadecimal digits are none.
 */
export function mayBeCredential(text: string): boolean {
  return /sv[a-z]{2}_|whsec_/i.test(text) || text.includes('eyJ') || /(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{40,}/.test(text)
}

/** Removes credentials from a finished line, also when URLs contain them percent-encoded, in whole or in part, any number of times. */
export function withoutCredentials(line: string): string {
  const clear = line.includes('%') ? line.replace(/[^\s"\\]+/g, (word) => (hidesSecret(word) ? '[redacted]' : word)) : line
  return clear.replace(secretPattern, '$1[redacted]')
}

const decodingsMax = 10

/** Whether a word decodes to text with a credential. The whole word is then removed, because the end of the credential in it is unknown. */
function hidesSecret(word: string): boolean {
  if (!word.includes('%')) return false
  let text = word
  for (let times = 0; times < decodingsMax; times++) {
    if (text.search(secretPattern) >= 0) return true
    const next = text.replace(/%(?:u00)?([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (next === text) return false
    text = next
  }
  // Text that is encoded ten times or more is treated as suspicious.
  return true
}

/** The destination of log lines. */
export type Sink = { write(line: string): unknown; flushSync(): void }

/** On a terminal lines are unbuffered and formatted for people. The formatter is loaded only there. */
export async function createProcessLog(level: string): Promise<{ log: Log; flush(): void }> {
  if (!process.stderr.isTTY) return createLog(level)
  const { createLogLines } = await import('./log-lines.ts')
  return createLog(level, destination({ fd: 2, sync: true }), createLogLines(process.stderr.hasColors()))
}

/**
 * A logger for the process. Lines are buffered for at most a second; `flush` writes what is left.
 * Levels as pino's: fatal, error, warn, info, debug, trace, silent.
 */
export function createLog(
  level: string,
  stream: Sink = destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 1000 }),
  format: (line: string) => string = (line) => line,
): { log: Log; flush(): void } {
  const redacting = { write: (line: string) => void stream.write(format(withoutCredentials(line))) }
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

/** The logged fields of an error. Query parameters are left out because they contain customers' data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { type, message, stack } = stdSerializers.err(error)
  const { code, detail: _, where } = error as { code?: unknown; detail?: unknown; where?: unknown }
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type, message, stack, ...(code ? { code } : {}), ...(where ? { where } : {}), ...(cause ? { cause } : {}) }
}
