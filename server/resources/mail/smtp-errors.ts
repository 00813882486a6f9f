/** Failures of steps of an SMTP session. */
import { parseReply, type SmtpReply } from './smtp-replies.ts'

/** `SIZE` is the sender step of a mail that exceeds the server's size limit. */
export type SmtpStep = 'RESOLVE' | 'CONNECT' | 'TLS' | 'GREETING' | 'SIGN_IN' | 'SENDER' | 'RECIPIENTS' | 'SIZE' | 'DATA' | 'CONNECTION'

/** Thrown when a step fails. The message contains neither addresses nor content of the mail, so it may be logged. */
export class SmtpError extends Error {
  readonly step: SmtpStep
  /** The server's reply; null when there was none. */
  readonly reply: SmtpReply | null
  constructor(step: SmtpStep, message: string, { reply = null, cause }: { reply?: SmtpReply | null; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.step = step
    this.reply = reply
  }
}

/** nodemailer's errors. `command` is the SMTP command that failed, `CONN` or `API`. */
export type LibraryError = Error & {
  code?: string | undefined
  originalCode?: string | undefined
  command?: string | undefined
  response?: string | undefined
}

/** Converts an error of the library or a socket. `step` applies to errors that do not say in which step they happened. */
export function toSmtpError(error: unknown, step: SmtpStep): SmtpError {
  if (error instanceof SmtpError) return error
  // Safe because all properties of LibraryError are optional, and the library sets them on the errors that it throws.
  const { code, originalCode, command, response } = error as LibraryError
  const reply = parseReply(response ?? '')
  const at = toStep(code, originalCode, command, reply !== null) ?? step
  const place = command && !['API', 'CONN'].includes(command) ? ` at ${command}` : ''
  // The server's text may contain an address or content, so the message has only its status codes.
  if (reply !== null) {
    const status = [reply.code, reply.enhanced].filter((part) => part !== null).join(' ')
    return new SmtpError(at, `The mail server refused${place}: ${status}.`, { reply })
  }
  if (at === 'SIZE') return new SmtpError(at, 'The mail is larger than the mail server accepts.')
  return new SmtpError(at, `The mail server could not be used${place}: ${originalCode ?? code ?? 'unknown error'}.`)
}

function toStep(
  code: string | undefined,
  originalCode: string | undefined,
  command: string | undefined,
  hasReply: boolean,
): SmtpStep | null {
  if (command?.startsWith('AUTH') || code === 'EAUTH') return 'SIGN_IN'
  if (command === 'MAIL FROM') return hasReply ? 'SENDER' : 'SIZE'
  if (command === 'RCPT TO') return 'RECIPIENTS'
  if (command === 'DATA') return 'DATA'
  // TLS error codes contain an underscore (CERT_HAS_EXPIRED, ERR_TLS_…). System error codes do not.
  if (code === 'ETLS' || command === 'STARTTLS' || originalCode?.includes('_')) return 'TLS'
  return null
}
