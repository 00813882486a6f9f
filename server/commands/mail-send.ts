import { existsSync } from 'node:fs'
import { readOptions, UsageError, type Command } from './command.ts'
import { sendToMailPort } from './customer-mail.ts'

export const mailSend: Command = {
  usage: `mail send --to ADDRESS --from ADDRESS [--subject TEXT] [--text TEXT] [--attach FILE,FILE]

Sends a mail to the SMTP port of this installation, as a customer would, and prints the id of the accepted mail.

  --to ADDRESS         the address of an inbox
  --from ADDRESS       the customer: an address, or 'Ada Lovelace <ada@example.com>'
  --subject TEXT       default: A question
  --text TEXT          default: a short text
  --attach FILE,FILE   files to attach`,
  examples: [
    'skein mail send --to support@acme.localhost --from ada@example.com',
    "skein mail send --to support@acme.localhost --from 'Ada <ada@example.com>' --subject 'Empty export' --text 'It is empty.' --attach export.csv",
  ],
  prepare(args) {
    const {
      attach,
      subject = 'A question',
      text = 'Hello, how does this work?',
      to,
      from,
    } = readOptions(args, { to: 'required', from: 'required', subject: 'optional', text: 'optional', attach: 'optional' })
    const attachments = attach === undefined ? [] : attach.split(',')
    const missing = attachments.find((path) => !existsSync(path))
    if (missing !== undefined) throw new UsageError(`--attach: there is no file ${missing}.`)
    return async ({ config }) => {
      const { mailId, messageId } = await sendToMailPort(config, { to, from, subject, text, attachments })
      return { json: { mailId, messageId }, text: `Accepted as ${mailId}.` }
    }
  },
}
