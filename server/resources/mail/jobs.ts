import { job, JobFailure } from '../../kit/index.ts'
import { readSettings } from '../tenants/index.ts'
import { composeMail } from './compose.ts'
import { writeMailFile, sendBySmtp } from './deliver.ts'
import { unseal, type WaitingMail } from './send-mail.ts'

/** Seconds before each retry. They add up to three days, because a mail server may be unavailable over a weekend. */
export const mailRetrySeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 86_400] as const

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the mail. */
    'send-mail': WaitingMail
  }
}

/**
 * Sends a mail before its job row is deleted, so that no mail is lost. If the worker is killed in between, the mail is sent again with
 * the same Message-ID and the same bytes. SMTP allows no stronger guarantee.
 */
export const sendWaitingMail = job({
  name: 'send-mail',
  description: 'Sends a mail, or keeps it as a file when there is no mail server.',
  retrySeconds: mailRetrySeconds,
  leaseSeconds: 60,
  async outside({ tenantId, key, input, config, db, secrets, signal, log }) {
    const tenant = await readSettings(db, tenantId)
    // The tenant was deleted after the mail had been enqueued.
    if (!tenant) return
    const mail = await composeMail(config, tenant, {
      ...unsealOrFail(() => unseal(secrets, input)),
      id: key,
      template: input.template,
      about: input.about ?? null,
    })
    if (config.mail.smtpUrl !== null) return sendBySmtp(config.mail.smtpUrl, mail, signal)
    await writeMailFile(config.dataDir, tenantId, key, mail)
    log.info({ tenantId, mail: key, template: input.template }, 'a mail was kept as a file, because SMTP_URL is not set')
  },
})

function unsealOrFail<Mail>(read: () => Mail): Mail {
  try {
    return read()
  } catch {
    throw new JobFailure('The mail was ordered under another SECRET_KEY.', { permanent: true })
  }
}
