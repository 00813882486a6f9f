import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkReferences } from '#kit/references.ts'
import { standard } from '#kit/standard.ts'
import { deleteResource, findResource, insertResource, lockResource, updateResource } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { covers, type Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { customer } from '../../customers/index.ts'
import { inbox } from '../../inboxes/index.ts'
import { label } from '../../labels/index.ts'
import { slaPolicy } from '../../sla-policies/index.ts'
import { team } from '../../teams/index.ts'
import { user } from '../../users/index.ts'
import { reportErrors } from '../errors.ts'
import { readReport } from '../query/read-query.ts'
import type { SavedQuery } from '../query/request-schema.ts'
import { savedReport, visible } from './saved-report.ts'
import { SavedReport, SavedReportCreate, SavedReportFilters, SavedReportUpdate } from './schema.ts'

/** The objects that parameters can name. They must exist when the report is saved. */
const queryReferences = {
  'query.personId': user,
  'query.assigneeId': user,
  'query.teamId': team,
  'query.inboxId': inbox,
  'query.policyId': slaPolicy,
  'query.labelId': label,
  'query.customerId': customer,
}

const errors = [...reportErrors, unknownReference]

/** Throws what `GET /reports` would throw for these parameters today. */
async function checkQuery(tx: Queryable, principal: Principal, query: Static<typeof SavedQuery> | undefined): Promise<void> {
  if (!query) return
  const ids = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== 'none'))
  await checkReferences(tx, principal.tenantId, queryReferences, { query: ids })
  await readReport({ db: tx, principal, now: databaseNow() }, query).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.details) throw error
    const details = error.details.map((detail) => ({ ...detail, field: `query.${detail.field}` }))
    throw new ApiError(error.declaration, { message: error.message, details })
  })
}

export const listSavedReports = standard.list(savedReport, {
  description: 'Shared reports and your own, newest first; with the scope `reports:admin` also personal ones of other users.',
  query: SavedReportFilters,
  filters: ({ ownerId }, principal) => ({ ownerId, visibleTo: covers(principal.scopes, 'reports:admin') ? undefined : principal.user.id }),
})

export const getSavedReport = endpoint({
  operationId: 'getSavedReport',
  method: 'GET',
  path: '/saved-reports/{id}',
  tag: savedReport.tag,
  scope: savedReport.scopes.read,
  summary: 'Get a saved report',
  description: 'Returns a shared report, or one of your own.',
  params: { id: savedReport.id },
  responds: { 200: item(SavedReport, 'The saved report') },
  etag: true,
  present: savedReport.present,
  handle: async (context) => ({ status: 200, record: visible(context.principal, await findResource(context, savedReport)) }),
})

export const createSavedReport = endpoint({
  operationId: 'createSavedReport',
  method: 'POST',
  path: '/saved-reports',
  tag: savedReport.tag,
  scope: savedReport.scopes.write,
  summary: 'Save a report',
  description:
    'Saves the parameters of `GET /reports` under a name, for yourself or, with `shared`, for all users. They are checked as `GET /reports` ' +
    'checks them. Dates relative to today (`today-30`) keep the report current.',
  body: SavedReportCreate,
  responds: { 201: item(SavedReport, 'The new saved report') },
  errors,
  etag: true,
  creates: savedReport,
  writes: 'transaction',
  present: savedReport.present,
  location: ({ id }) => `/saved-reports/${id}`,
  async handle(context) {
    const { tx, principal, body } = context
    await checkQuery(tx, principal, body.query)
    return insertResource(context, savedReport, { ...savedReport.defaults, ...body, ownerId: principal.user.id })
  },
})

export const updateSavedReport = endpoint({
  operationId: 'updateSavedReport',
  method: 'PATCH',
  path: '/saved-reports/{id}',
  tag: savedReport.tag,
  scope: savedReport.scopes.write,
  summary: 'Change a saved report',
  description: 'Changes the fields sent; `query` is replaced completely. Every user with the scope can change a shared report.',
  params: { id: savedReport.id },
  body: SavedReportUpdate,
  responds: { 200: item(SavedReport, 'The saved report as it is now') },
  errors,
  etag: true,
  writes: 'transaction',
  present: savedReport.present,
  async handle(context) {
    const { tx, principal, body } = context
    const current = visible(principal, await lockResource(context, savedReport))
    await checkQuery(tx, principal, body.query)
    return updateResource(context, savedReport, current, body)
  },
})

export const deleteSavedReport = endpoint({
  operationId: 'deleteSavedReport',
  method: 'DELETE',
  deletion: 'final',
  path: '/saved-reports/{id}',
  tag: savedReport.tag,
  scope: savedReport.scopes.write,
  summary: 'Delete a saved report',
  description: 'Deletes a saved report permanently; figures are not affected.',
  params: { id: savedReport.id },
  responds: { 200: item(SavedReport, 'The saved report as it was') },
  writes: 'transaction',
  present: savedReport.present,
  handle: async (context) => deleteResource(context, savedReport, visible(context.principal, await lockResource(context, savedReport))),
})
