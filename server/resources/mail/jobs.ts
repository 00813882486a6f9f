import { job, JobFailure } from '#platform/jobs/job.ts'
import { markFailedCustomers } from '../customers/index.ts'
import { readSettings } from '../tenants/index.ts'
import { composeMail } from './compose.ts'
import { findRecipient } from './mail-checks.ts'
import { writeMailFile } from './mail-files.ts'
import { markRecipient } from './message-ids.ts'
import { parseSmtpUrl } from './outgoing-server.ts'
import { getPauseSeconds } from './retry.ts'
import { unseal, type WaitingMail } from './send-mail.ts'
import { attemptDelivery, type AttemptResult, listDeadAddresses } from './smtp-attempt.ts'
import { toSmtpTimeouts } from './smtp-session.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the mail. */
    'send-mail': WaitingMail
  }
}

/**
 * Sends a mail before its job row is deleted, so that no mail is lost. If the worker is killed in between, or the connection breaks before
 * the server has replied, the mail is sent again with the same Message-ID and the same bytes. SMTP allows no stronger guarantee.
 */
export const sendWaitingMail = job({
  name: 'send-mail',
  description: 'Sends a mail, or keeps it as a file when there is no mail server.',
  retrySeconds: ({ mail }) => mail.retrySeconds,
  leaseSeconds: 60,
  // A slow server responds after minutes. A second attempt in the meantime would send the mail twice.
  renewsLease: true,
  async outside({ tenantId, key, input, config, db, secrets, signal, log }) {
    const tenant = await readSettings(db, tenantId)
    // The tenant was deleted after the mail was enqueued.
    if (!tenant) return
    const waiting = unsealOrFail(() => unseal(secrets, input))
    const recipient = await findRecipient(db, tenantId, input.template, waiting)
    if (recipient === null) return
    const { from, to, bytes } = await composeMail(
      config,
      { ...tenant, id: tenantId },
      {
        ...waiting,
        to: recipient,
        id: key,
        signedId: markRecipient(secrets, tenantId, key, recipient),
        template: input.template,
        about: input.about ?? null,
      },
    )
    const { smtpUrl } = config.mail
    if (smtpUrl !== null) {
      const server = parseSmtpUrl(smtpUrl, `tenant ${tenantId}`)
      const timeouts = toSmtpTimeouts(config.mail)
      // Nothing needs to be committed before the final dot, because a mail that may have been sent is sent again anyway.
      const result = await attemptDelivery(server, { from, recipients: [to], bytes }, { beforeData: async () => {} }, signal, timeouts)
      await markFailedCustomers(db, tenantId, listDeadAddresses(result))
      return throwUnlessSent(result)
    }
    await writeMailFile(config.dataDir, tenantId, key, bytes)
    log.info({ tenantId, mail: key, template: input.template }, 'a mail was kept as a file, because SMTP_URL is not set')
  },
})

/** Throws JobFailure, whose message contains neither an address nor content of the mail. */
function throwUnlessSent({ recipients, error, outcome, pause }: AttemptResult): void {
  if (recipients.every(({ state }) => state === 'ACCEPTED')) return
  // The operator may fix failures that affect every mail (sign-in, sender, connection) in time, so only recipient rejections are final.
  throw new JobFailure(error ?? 'The mail server refused.', {
    permanent: outcome === 'DONE',
    ...(pause === 'THROTTLED' ? { retryAfterSeconds: getPauseSeconds(1) } : {}),
  })
}

function unsealOrFail<Mail>(read: () => Mail): Mail {
  try {
    return read()
  } catch {
    throw new JobFailure('The mail was ordered under another SECRET_KEY.', { permanent: true })
  }
}
