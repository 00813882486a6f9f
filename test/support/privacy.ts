/** Requests an erasure or an export, and waits until it has finished. */
import type { PrivacyRequest } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import { until } from './job-fixture.ts'
import type { TestService, TestTenant } from './service.ts'

/** Sends the request and waits until it has finished. Requires a worker. */
export async function runPrivacyRequest(
  tenant: TestTenant,
  path: '/privacy/erase' | '/privacy/export',
  body: object,
): Promise<PrivacyRequest> {
  const asked = await tenant.api<PrivacyRequest>('POST', path, { body })
  if (asked.status !== 202) throw new Error(`${path}: ${asked.status} ${asked.text}`)
  return waitForPrivacyRequest(tenant, asked.body.data.id)
}

export async function waitForPrivacyRequest(tenant: TestTenant, id: string): Promise<PrivacyRequest> {
  let seen: PrivacyRequest | null = null
  await until(async () => {
    seen = (await tenant.api<PrivacyRequest>('GET', `/privacy/requests/${id}`)).body.data
    return ['DONE', 'FAILED'].includes(seen.state)
  }, 30_000)
  // Safe because the wait ends only after it was set.
  return seen as unknown as PrivacyRequest
}

const makeSecondRoundsDue = statement<object, object>(
  `with due as (update jobs set due_at = now() where name = 'erase-personal-data' and key like '% late' and leased_until is null returning tenant_id)
  update job_queues set due_at = now() where name = 'erase-personal-data' and tenant_id in (select tenant_id from due)`,
)
const waiting = statement<object, { key: string; attempt: number; error: string | null }>(
  `select key, attempt, error from jobs where name = 'erase-personal-data' limit 10`,
)

/** Runs the second pass of all erasures now, and waits for them. */
export async function runSecondRounds({ db }: Pick<TestService, 'db'>): Promise<void> {
  await db.rows(makeSecondRoundsDue, {})
  await until(async () => (await db.rows(waiting, {})).length === 0, 20_000).catch(async () => {
    throw new Error(`Second rounds are not over: ${JSON.stringify(await db.rows(waiting, {}))}`)
  })
}
