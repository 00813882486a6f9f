/** Examines the SMTP port for incoming mail and its certificate. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config.ts'
import { type Finding, ok, warning, wrong } from './doctor-finding.ts'
import { explainListening } from './open-service.ts'

type MailIn = Config['mailIn']

const check = 'mail port'
const maxGreetingMs = 3_000
/** Days before its expiry at which a certificate should have been renewed. ACME clients renew a month before expiry. */
const earlyDays = 14
const msPerDay = 86_400_000

export async function examineMailPort({ mailIn }: Pick<Config, 'mailIn'>, serviceRuns: boolean): Promise<Finding[]> {
  const { port, host, tls } = mailIn
  if (port === null) return [ok(check, 'MAIL_IN_PORT is 0: no mail comes in by SMTP.')]
  return [await examineListening({ port, host }, serviceRuns), ...(tls ? [examineCertificate(tls)] : examineMissingCertificate(host))]
}

async function examineListening({ port, host }: { port: number; host: string }, serviceRuns: boolean): Promise<Finding> {
  const greeting = await readGreeting(port, isAny(host) ? '127.0.0.1' : host)
  if (serviceRuns && greeting !== null && /^220 .*(SMTP|LMTP)/.test(greeting)) return ok(check, `Mail comes in at port ${port} of ${host}.`)
  if (serviceRuns && greeting === null)
    return warning(check, `No mail comes in: nothing responds at port ${port} of ${host}.`, 'Read the log of the service’s start.')
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
    return ok(check, `Port ${port} of ${host} is free; no mail comes in there now.`)
  } catch (error) {
    // Safe because a server that cannot listen emits an error of this type.
    const explained = explainListening(error as NodeJS.ErrnoException, port, host, 'MAIL_IN_PORT', 'MAIL_IN_HOST')
    const [says = '', ...cure] = explained.message.split(/(?<=\.) /)
    return warning(check, says, cure.join(' ') || 'Correct MAIL_IN_HOST or MAIL_IN_PORT.')
  } finally {
    server.close()
  }
}

/** Returns the first line that the port sends, or null when there is none. */
async function readGreeting(port: number, host: string): Promise<string | null> {
  const socket = connect(port, host)
  try {
    const [line] = await once(socket.setEncoding('utf8'), 'data', { signal: AbortSignal.timeout(maxGreetingMs) })
    return String(line)
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

function examineCertificate({ certFile, keyFile }: NonNullable<MailIn['tls']>): Finding {
  const subject = 'mail certificate'
  try {
    const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)]
    createSecureContext({ cert, key })
    const { validToDate } = new X509Certificate(cert)
    const days = Math.floor((validToDate.getTime() - Date.now()) / msPerDay)
    if (days < 0) return wrong(subject, `The certificate in ${certFile} has expired.`, 'Renew it; the service reads it within ten minutes.')
    if (days < earlyDays) return warning(subject, `The certificate in ${certFile} expires in ${days} days.`, 'Check why it is not renewed.')
    return ok(subject, `The certificate in ${certFile} is valid for ${days} days.`)
  } catch (error) {
    return wrong(subject, `The certificate cannot be used: ${(error as Error).message}`, 'Correct MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY.')
  }
}

function examineMissingCertificate(host: string): Finding[] {
  if (/^(127\.|::1$|localhost$)/.test(host)) return []
  return [
    warning(
      'mail certificate',
      `Mail comes in unencrypted at ${host}.`,
      'Set MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY, or let a mail server with a certificate hand over the mail.',
    ),
  ]
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
