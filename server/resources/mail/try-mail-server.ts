import { parseSmtpUrl } from './outgoing-server.ts'
import { SmtpError } from './smtp-errors.ts'
import { SmtpSession } from './smtp-session.ts'

const maxTryMs = 20_000

/** Connects and signs in to the mail server of SMTP_URL. Returns null if that works, otherwise the error as a sentence. */
export async function tryMailServer(smtpUrl: string): Promise<string | null> {
  const timeouts = { stepMs: maxTryMs / 2, dataMs: 0 }
  try {
    const session = await SmtpSession.open(parseSmtpUrl(smtpUrl, ''), timeouts, AbortSignal.timeout(maxTryMs))
    session.unref()
    session.quit()
    return null
  } catch (error) {
    return error instanceof SmtpError ? error.message : 'The mail server did not respond in time.'
  }
}
