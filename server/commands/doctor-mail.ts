import type { Config } from '../config.ts'
import { keptMailPath, tryMailServer } from '../resources/mail/index.ts'
import { ok, wrong, type Finding } from './doctor-finding.ts'

/** Whether mails reach people: the mail server answers and lets the service in. Nothing is sent. */
export async function examineMail({ mail: { smtpUrl, from }, dataDir }: Config): Promise<Finding> {
  const check = 'mail'
  if (smtpUrl === null) return ok(check, `SMTP_URL is not set: mails are kept as files in ${keptMailPath(dataDir)} and reach nobody.`)
  const { host } = new URL(smtpUrl)
  const problem = await tryMailServer(smtpUrl)
  return problem === null
    ? ok(check, `The mail server ${host} answers; mails come from ${from}.`)
    : wrong(check, `${problem} (${host})`, 'Correct SMTP_URL, or look at the mail server. Mails wait for three days.')
}
