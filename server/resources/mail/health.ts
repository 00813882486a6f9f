import type { Config } from '../../config.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { JobName } from '#platform/jobs/orders.ts'
import { maxCountedMails, readMailFigures } from './queries.ts'

/** Seconds after which a waiting mail shows that no worker is running. Workers usually send mail within a second. */
const maxWaitSeconds = 60

/** Returns the health of a tenant's outgoing mail for the system-health report. */
export async function mailHealth(
  db: Queryable,
  tenantId: Uuid,
  { mail: { smtpUrl, retrySeconds } }: Pick<Config, 'mail'>,
): Promise<{ isWell: boolean; detail: string | null }> {
  const figures = await db.first(readMailFigures, { tenantId, name: 'send-mail' satisfies JobName, maxAttempts: retrySeconds.length + 1 })
  const { waiting = 0, failing = 0, refused = 0, givenUp = 0, oldestSeconds = null, lastError = null } = figures ?? {}
  const isLate = (oldestSeconds ?? 0) > maxWaitSeconds
  const parts = [
    smtpUrl === null && 'SMTP_URL is not set: mails are kept as files below DATA_DIR/mail and reach nobody',
    waiting > 0 && `${atLeast(waiting)} wait${failing > 0 ? `, ${atLeast(failing)} of them after a failed attempt` : ''}`,
    refused > 0 && `${atLeast(refused)} were refused for good`,
    givenUp > 0 && `${atLeast(givenUp)} were given up after three days`,
    lastError !== null && `the latest failure: ${lastError.replace(/\.$/, '')}`,
    isLate && failing === 0 && 'is a worker running?',
  ].filter((part) => part !== false)
  const isWell = smtpUrl !== null && failing === 0 && givenUp === 0 && !isLate
  return { isWell, detail: parts.length > 0 ? `${parts.join('; ')}.`.replace('?.', '?') : null }
}

const atLeast = (count: number): string => (count < maxCountedMails ? String(count) : `${count} or more`)
