import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { fetchOne } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import { defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import { newId, toTypeId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { getActor } from '#platform/outbox/write-identity.ts'
import { seedThreads } from '../../../tools/sample-company/data.ts'
import { findJob, insertJob, Job } from '../jobs/index.ts'
import { colleagues } from './colleagues.ts'
import { planHistory } from './plan-history.ts'
import { type CompanyCounts, type CompanyRow, findCompany, findZone, insertCompany, lockCompany, updateCompany } from './queries.ts'
import { SampleCompany } from './schema.ts'

const path = '/sample-company'
const tag = 'sample-company'

const sampleCompanyExists = defineError('SVC-SAMPLE_COMPANY-EXISTS', 409, 'The sample company is there already, or is being removed.', {
  cause: 'A tenant has at most one sample company.',
  cure: 'Remove it with `DELETE /sample-company`, wait for the job, and load it again.',
})

const sampleCompanyNotFound = defineError('SVC-SAMPLE_COMPANY-NOT_FOUND', 404, 'There is no sample company.', {
  cause: 'It was never loaded, or has been removed.',
  cure: 'Load it with `POST /sample-company`.',
})

const noCompany = { state: 'NONE', jobId: null, counts: { threads: 0, customers: 0, users: 0, articles: 0 } } as const
type NoCompany = typeof noCompany

/** Input of the job that loads the company. A retry plans the same history from it. */
export type LoadInput = { now: number; zone: string }

export const getSampleCompany = endpoint.read({
  operationId: 'getSampleCompany',
  path,
  tag,
  scope: 'catalog:read',
  summary: 'Get the state of the sample company',
  description: 'Says whether the tenant has a sample company, which job loads or removes it, and how many objects were made for it.',
  responds: { 200: item(SampleCompany, 'The state') },
  present: ({ state, jobId, counts }: (CompanyRow & { counts: CompanyCounts }) | NoCompany) => ({
    state,
    jobId: jobId && toTypeId('job', jobId),
    counts,
  }),
  async handle({ db, principal: { tenantId } }) {
    return { status: 200, record: (await db.first(findCompany, { tenantId })) ?? noCompany }
  },
})

export const loadSampleCompany = endpoint.write({
  operationId: 'loadSampleCompany',
  method: 'POST',
  path,
  tag,
  scope: 'catalog:admin',
  summary: 'Load a sample company',
  description:
    'Fills the tenant with a company of bicycle lights for trying the product out: four colleagues, who are SUSPENDED, so they cannot sign in ' +
    'and get no mail; customers at `sample.example`; labels; an inbox that sends nothing; published articles in two collections, which the help centre shows; ' +
    'and threads of the last thirty days, assigned, labelled, answered, resolved and rated in the working hours of the time zone of reports. ' +
    'They have their own times and are counted in reports. ' +
    'Nothing goes out for them: no mail, event, webhook, notification or rule. The response is a job; while it runs, a further request returns it.',
  responds: { 202: item(Job, 'The job') },
  errors: [sampleCompanyExists],
  present: createPresenter(Job),
  async handle({ tx, effects, principal }) {
    const { tenantId } = principal
    const id = newId()
    if (!(await tx.first(insertCompany, { tenantId, jobId: id }))) {
      const { state, jobId } = await fetchOne(tx, lockCompany, { tenantId })
      const running = state === 'LOADING' ? await tx.first(findJob, { tenantId, id: jobId }) : null
      if (!running || running.state === 'FAILED') throw new ApiError(sampleCompanyExists)
      return toUnchangedOutcome(running, 202)
    }
    const { zone } = await fetchOne(tx, findZone, { tenantId })
    const input: LoadInput = { now: databaseNow(), zone }
    const total = planHistory(seedThreads, { ...input, colleagues: colleagues.length }).length
    const record = await fetchOne(tx, insertJob, { tenantId, id, type: 'SAMPLE_COMPANY', total, input, actor: getActor(principal) })
    await enqueue(tx, 'load-sample-company', { tenantId, key: id })
    return toOutcome(record, effects.audit({ action: 'job.created', target: { type: 'job', id }, after: { type: record.type } }), 202)
  },
})

export const removeSampleCompany = endpoint.write({
  operationId: 'removeSampleCompany',
  method: 'DELETE',
  deletion: 'part',
  path,
  tag,
  scope: 'privacy:admin',
  summary: 'Remove the sample company',
  description:
    'Erases the customers of the sample company with all their threads, also those that users began since, and deletes its numbers in reports, ' +
    'colleagues, labels, inbox and articles, also those that users changed. What your own objects use stays, and customers who were merged with ' +
    'one of yours, or in whose threads one of yours wrote; `result.kept` of the job has the number. A load that is still running stops. A ' +
    'removal that failed can be started again. The response is a job; while it runs, a further request returns it.',
  responds: { 202: item(Job, 'The job') },
  errors: [sampleCompanyNotFound],
  present: createPresenter(Job),
  async handle({ tx, effects, principal }) {
    const { tenantId } = principal
    const company = await tx.first(lockCompany, { tenantId })
    if (!company) throw new ApiError(sampleCompanyNotFound)
    const running = company.state === 'REMOVING' ? await tx.first(findJob, { tenantId, id: company.jobId }) : null
    // The steps can be repeated, so a removal that failed begins again.
    if (running && running.state !== 'FAILED') return toUnchangedOutcome(running, 202)
    const id: Uuid = newId()
    const record = await fetchOne(tx, insertJob, {
      ...({ tenantId, id, type: 'SAMPLE_COMPANY_REMOVAL', input: {} } as const),
      total: removalSteps,
      actor: getActor(principal),
    })
    await tx.rows(updateCompany, { tenantId, state: 'REMOVING', jobId: id })
    await enqueue(tx, 'remove-sample-company', { tenantId, key: id })
    return toOutcome(record, effects.audit({ action: 'job.created', target: { type: 'job', id }, after: { type: record.type } }), 202)
  },
})

/** Steps of the removal: erasures are requested, have ended, reports are counted, and the catalogue is deleted. */
export const removalSteps = 4
