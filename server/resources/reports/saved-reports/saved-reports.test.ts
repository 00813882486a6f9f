import { expect, it } from 'vitest'
import type { Report, SavedReport } from '../../../../client/index.ts'
import { makeTeam, makeUser } from '../../../../test/support/assignment.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
const agent = async () => (await tenant.keyFor(['write'], { userId: await makeUser(tenant) })).key
const ada = await agent()

const as = <Data = SavedReport>(key: string, method: string, path: string, body?: object) =>
  service.api<Data>(method, path, { key, ...(body ? { body } : {}) })
const query = { metrics: 'THREADS_CREATED,BACKLOG', from: 'today-30', to: 'today+1', grain: 'day' }
const create = async (key: string, body: object = {}): Promise<SavedReport> =>
  (await as(key, 'POST', '/saved-reports', { name: 'R', query, ...body })).body.data

it('a saved report is checked as a report is, and gives that report', async () => {
  const refused = async (changed: object) => {
    const { status, body } = await as(ada, 'POST', '/saved-reports', { name: 'R', query: { ...query, ...changed } })
    return [status, body.error?.code, body.error?.details?.[0]?.field]
  }
  expect(await refused({ metrics: 'NONSENSE' })).toEqual([400, 'SVC-VALIDATION-FAILED', 'query.metrics'])
  expect(await refused({ from: 'today-4000' })).toEqual([400, 'SVC-REPORT-INVALID_RANGE', 'query.to'])
  expect(await refused({ metrics: 'RESPONSE_TIME,OPEN_TIME', from: 'today-1800' })).toEqual([422, 'SVC-REPORT-TOO_LARGE', undefined])
  expect(await refused({ atLeast: 1 })).toEqual([400, 'SVC-VALIDATION-UNKNOWN_FIELD', 'query.atLeast'])

  const teamId = await makeTeam(tenant)
  const saved = await create(ada, { query: { ...query, teamId, personId: undefined } })
  expect(saved.query, 'ids have their prefix').toEqual({ ...query, teamId })
  expect(saved.chart).toBe('TABLE')
  const report = await as<Report>(
    ada,
    'GET',
    `/reports?${new URLSearchParams(Object.entries(saved.query).map(([name, value]) => [name, String(value)]))}`,
  )
  expect([report.status, report.body.data.rows.length]).toEqual([200, 31])
  const none = await create(ada, { query: { ...query, teamId: 'none' } })
  expect(none.query).toEqual({ ...query, teamId: 'none' })
})
