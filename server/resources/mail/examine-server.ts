/** Examines a mail server step by step, without sending a mail. */
import { parseSmtpUrl, type OutgoingServer } from './outgoing-server.ts'
import { SmtpError, type SmtpStep } from './smtp-errors.ts'
import { toReason } from './smtp-replies.ts'
import { SmtpSession } from './smtp-session.ts'

export type ExaminedStep = {
  readonly step: 'resolve' | 'connect' | 'tls' | 'greeting' | 'sign_in' | 'sender'
  readonly ok: boolean
  /** Reason for the failure, for an administrator, quoting the server. Null for success. */
  readonly detail: string | null
  readonly durationMs: number
}

const maxExaminationMs = 20_000

/** Step of each error. Errors without one belong to the running step. */
const stepOf: Partial<Record<SmtpStep, ExaminedStep['step']>> = {
  RESOLVE: 'resolve',
  CONNECT: 'connect',
  TLS: 'tls',
  GREETING: 'greeting',
  SIGN_IN: 'sign_in',
  SENDER: 'sender',
}

/** Connects, signs in, and offers the sender. The result ends with the first failing step. Takes at most 20 seconds by default. */
export async function examineOutgoingServer(
  server: OutgoingServer,
  from: string,
  signal = AbortSignal.timeout(maxExaminationMs),
): Promise<ExaminedStep[]> {
  const passed: ExaminedStep[] = []
  let running: ExaminedStep['step'] = 'resolve'
  let startedAt = performance.now()
  const begin = (step: ExaminedStep['step']): void => {
    if (step === running) return
    pass(running, performance.now() - startedAt)
    running = step
    startedAt = performance.now()
  }
  const pass = (step: ExaminedStep['step'], ms: number): void => {
    // With STARTTLS the greeting comes first, but its connection is worthless until it is encrypted.
    if (step === 'greeting' && server.security !== 'NONE') passed.push({ step: 'tls', ok: true, detail: null, durationMs: Math.round(ms) })
    passed.push({ step, ok: true, detail: null, durationMs: Math.round(ms) })
  }
  let session: SmtpSession | null = null
  try {
    session = await SmtpSession.open(server, { stepMs: maxExaminationMs / 2, dataMs: 0 }, signal, (step) => begin(stepOf[step] ?? running))
    begin('sender')
    await session.checkSender(from)
    pass(running, performance.now() - startedAt)
    return passed
  } catch (error) {
    const step = (error instanceof SmtpError ? stepOf[error.step] : null) ?? running
    return [...passed, { step, ok: false, detail: describe(error), durationMs: Math.round(performance.now() - startedAt) }]
  } finally {
    session?.unref()
    session?.quit()
  }
}

function describe(error: unknown): string {
  if (!(error instanceof SmtpError)) return 'The mail server did not respond in time.'
  return error.reply === null ? error.message : `${error.message} ${toReason(error.reply)}`
}

/** Examines the mail server of SMTP_URL. Returns null if it works, otherwise a sentence about the error that does not quote the server. */
export async function tryMailServer(smtpUrl: string): Promise<string | null> {
  const signal = AbortSignal.timeout(maxExaminationMs)
  try {
    const session = await SmtpSession.open(parseSmtpUrl(smtpUrl, ''), { stepMs: maxExaminationMs / 2, dataMs: 0 }, signal)
    session.unref()
    session.quit()
    return null
  } catch (error) {
    return error instanceof SmtpError ? error.message : 'The mail server did not respond in time.'
  }
}
