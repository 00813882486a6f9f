import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import { findJob } from './queries.ts'
import { Job } from './schema.ts'

export const jobNotFound = defineError('SVC-JOB-NOT_FOUND', 404, 'There is no such job.', absent('job'))

export const getJob = endpoint.read({
  operationId: 'getJob',
  path: '/jobs/{id}',
  tag: 'jobs',
  scope: 'threads:read',
  summary: 'Get a job',
  description: 'Returns the progress of background work, such as a batch by filter. Jobs can be read for 30 days after they end.',
  params: { id: { prefix: 'job', description: 'The job, with or without `job_`.', notFound: jobNotFound, versioned: false } },
  responds: { 200: item(Job, 'The job') },
  present: createPresenter(Job),
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findJob, { tenantId, id })
    if (!record) throw new ApiError(jobNotFound)
    return { status: 200, record }
  },
})
