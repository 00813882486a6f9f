/** Sends mail to the SMTP port of this installation, as a customer's mail program would. */
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { UsageError } from './command.ts'
import { startCall } from './program.ts'

export type CustomerMail = {
  from: string
  to: string
  subject: string
  text: string
  inReplyTo?: string
  references?: readonly string[]
  attachments?: readonly string[]
}

/** The port's reply to a mail, and the id of the accepted mail. */
export type PortReply = { mailId: string; messageId: string }

/** Sends a mail. If the port refuses it, throws an Error with the port's reply. */
export async function sendToMailPort({ mailIn }: Pick<Config, 'mailIn'>, mail: CustomerMail): Promise<PortReply> {
  const { port, host, lmtp } = mailIn
  if (port === null) throw new UsageError('MAIL_IN_PORT is 0: no mail comes in by SMTP.')
  const transport = createTransport({
    host: ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host,
    port,
    lmtp,
    // The certificate is issued for the public host name, which `127.0.0.1` does not match. The connection never leaves this machine.
    tls: { rejectUnauthorized: false },
  })
  const { references = [], attachments = [], ...fields } = mail
  try {
    const { response, messageId } = await transport.sendMail({
      ...fields,
      references: [...references],
      attachments: attachments.map((path) => ({ path })),
    })
    return { mailId: /\beml_\w{26}/.exec(response)?.[0] ?? '', messageId }
  } catch (error) {
    throw explain(error, `smtp://${host}:${port}`)
  } finally {
    transport.close()
  }
}

function explain(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) return error
  if (/ECONNREFUSED/.test(error.message))
    return new Error(`No mail comes in at ${url}. Start the service with: ${startCall}`, { cause: error })
  // Safe because the mail library adds the server's reply to its errors, when there is one.
  const { response } = error as { response?: string }
  return response === undefined ? error : new Error(`The port refused the mail: ${response}`, { cause: error })
}
