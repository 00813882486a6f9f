/**
 * Outgoing mail: what the service itself writes to people, in letters made of templates.
 *
 * A mail is a job in the transaction of what it tells of: it goes out when that has committed, and never when it has not. It is tried again
 * for three days and sent once, save when a worker dies between the mail server's answer and its own commit: then the same mail, with the
 * same Message-ID, is sent again. Its address and its links are sealed while it waits and gone once it was sent. Without SMTP_URL mails are
 * kept as files below DATA_DIR/mail.
 */
import { room } from '../../kit/index.ts'
import { removeKeptMails } from './deliver.ts'
import { sendWaitingMail } from './jobs.ts'

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
})
