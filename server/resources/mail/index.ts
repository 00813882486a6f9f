/**
 * Outgoing mail: mails that the service itself sends to people, rendered from templates.
 *
 * A mail is a job in the transaction of the change that causes it: it is sent only after that has committed. It is retried
 * for three days and sent once, except if a worker dies between the mail server's answer and its own commit: then the same mail, with the
 * same Message-ID, is sent again. Address and links are encrypted while it waits and deleted after sending. Without SMTP_URL mails are
 * written to files below DATA_DIR/mail.
 */
import { room } from '../../kit/index.ts'
import { removeKeptMails } from './deliver.ts'
import { sendWaitingMail } from './jobs.ts'
import { personal } from './personal.ts'

export { keptMailPath, tryMailServer } from './deliver.ts'
export { mailHealth } from './health.ts'
export { sendMail } from './send-mail.ts'
export type { MailTemplate, MailValues } from './templates.ts'

export const mail = room({
  name: 'mail',
  description: 'What the service writes to people.',
  endpoints: [],
  jobs: [sendWaitingMail],
  removeFiles: removeKeptMails,
  personal,
})
