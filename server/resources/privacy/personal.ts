/** Personal data in the service's own tables: stored responses for retries, and exports of the customer. */
import { createCopiesStep } from '#kit/privacy/copies.ts'
import type { Personal } from '#kit/privacy/holding.ts'
import { eraseExportFiles, eraseExports } from './run-export.ts'
import { readStoredResponses, writeStoredResponses } from './queries.ts'

export const personal: Personal = {
  tables: ['idempotency_keys'],
  steps: [
    createCopiesStep(
      { name: 'answers', place: 'storedAnswers' },
      { columns: ['record'], isRecord: false, read: readStoredResponses, write: writeStoredResponses },
    ),
    { name: 'exports', phase: 'copies', place: 'exports', erase: eraseExports },
    { name: 'exports-files', phase: 'copies', place: null, outside: true, erase: eraseExportFiles },
  ],
  excused: {
    privacy_requests: 'ids, times, numbers and hashes; the file of an export is deleted',
    privacy_subjects: 'ids, deleted a minute after the erasure',
    job_queues: 'names of jobs and times',
    tenants: 'the tenant itself',
    tenant_slugs: 'the tenant itself',
    bulk_jobs: 'changes of threads, ids, codes of errors, and tests of inboxes; no text of a customer',
  },
}
