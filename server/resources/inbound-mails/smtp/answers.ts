/** Declares the replies of the SMTP port: a code, an enhanced code (RFC 3463) and a sentence. */
import { domainToASCII } from 'node:url'
import { ApiError, systemUnavailable, tenantSuspended } from '#platform/errors.ts'
import { storageFull } from '#platform/files/errors.ts'
import { FileTooLarge } from '#platform/files/unfinished.ts'

/** Thrown to send an error reply. The mail library sends its code and message. */
export class SmtpRefusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export const refusals = {
  allConnectionsUsed: () => new SmtpRefusal(421, '4.3.2 All connections are in use; try again later'),
  tooManyConnections: () => new SmtpRefusal(421, '4.7.0 Too many connections from your network; try again later'),
  tooManyBytes: () => new SmtpRefusal(451, '4.7.1 Too many bytes from your network; try again in an hour'),
  unknownRecipient: () => new SmtpRefusal(550, '5.1.1 No inbox has this address'),
  /** `record` is the value of the record that proves the domain, when it is clear whose domain it is. */
  unprovedDomain(unicodeDomain: string, record: string | null) {
    const domain = domainToASCII(unicodeDomain)
    const value = record === null ? '' : ` with the value ${record}`
    return new SmtpRefusal(550, `5.7.1 The owner of ${domain} has not been verified: publish the TXT record _skein.${domain}${value}`)
  },
  suspended: () => new SmtpRefusal(451, '4.3.0 The workspace is suspended; try again later'),
  tooLarge: (maxBytes: number) => new SmtpRefusal(552, `5.3.4 The mail is larger than ${maxBytes} bytes`),
  loop: () => new SmtpRefusal(554, '5.4.6 The mail has more than 100 Received headers: it goes round in a loop'),
  storageFull: () => new SmtpRefusal(452, '4.3.1 There is no space for this mail; try again later'),
  unavailable: () => new SmtpRefusal(421, '4.3.2 The service is not available; try again later'),
  malformed: () => new SmtpRefusal(554, '5.6.0 The mail has no header'),
  failed: () => new SmtpRefusal(451, '4.3.0 The mail could not be accepted; try again later'),
} as const

/**
 * Returns the SMTP reply for an error. Only a 5xx makes the sender give up, so each unexpected error gives a 4xx. `isExpected` is false
 * when the operator should see the error in the log.
 */
export function toRefusal(error: unknown): { refusal: SmtpRefusal; isExpected: boolean } {
  if (error instanceof SmtpRefusal) return { refusal: error, isExpected: true }
  if (error instanceof FileTooLarge) return { refusal: refusals.tooLarge(error.maxSize), isExpected: true }
  if (error instanceof Error && 'code' in error && brokenConnection.has(error.code)) return { refusal: refusals.failed(), isExpected: true }
  if (!(error instanceof ApiError)) return { refusal: refusals.failed(), isExpected: false }
  const { code, status } = error.declaration
  if (code === storageFull.code || isDiskFull(error)) return { refusal: refusals.storageFull(), isExpected: true }
  if (code === tenantSuspended.code) return { refusal: refusals.suspended(), isExpected: true }
  if (code === systemUnavailable.code) return { refusal: refusals.unavailable(), isExpected: true }
  if (status === 413) return { refusal: new SmtpRefusal(552, `5.3.4 ${error.message}`), isExpected: true }
  if (status === 400) return { refusal: refusals.malformed(), isExpected: true }
  return { refusal: refusals.failed(), isExpected: false }
}

/** Codes of errors after the client has disconnected during a mail. */
const brokenConnection: ReadonlySet<unknown> = new Set(['ECONNECTION', 'ERR_STREAM_PREMATURE_CLOSE'])

/** True when PostgreSQL reports that its disk is full. */
function isDiskFull({ cause }: ApiError): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === '53100'
}
