import { checkReferences } from '#kit/references.ts'
import { standard } from '#kit/standard.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Principal } from '#platform/principal.ts'
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
import { savedReport } from './saved-report.ts'
import { SavedReportCreate, SavedReportFilters, SavedReportUpdate } from './schema.ts'

/** Objects that parameters can reference. They must exist when the report is saved. */
const queryReferences = {
  'query.personId': user,
  'query.assigneeId': user,
  'query.teamId': team,
  'query.inboxId': inbox,
  'query.policyId': slaPolicy,
  'query.labelId': label,
  'query.customerId': customer,
}

/** Throws the error that `GET /reports` would throw for these parameters now. */
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
})

export const getSavedReport = standard.get(savedReport, { description: 'Returns a shared report, or one of your own.' })

export const createSavedReport = standard.create(savedReport, {
  summary: 'Save a report',
  description:
    'Saves the parameters of `GET /reports` under a name, for yourself or, with `shared`, for all users. They are checked as `GET /reports` ' +
    'checks them. Dates relative to today (`today-30`) keep the report current.',
  body: SavedReportCreate,
  check: ({ tx, principal }, _, { query }) => checkQuery(tx, principal, query),
  errors: reportErrors,
})

export const updateSavedReport = standard.update(savedReport, {
  description: 'Changes the fields sent; `query` is replaced completely. Every user with the scope can change a shared report.',
  body: SavedReportUpdate,
  check: ({ tx, principal }, _, { query }) => checkQuery(tx, principal, query),
  errors: reportErrors,
})

export const deleteSavedReport = standard.remove(savedReport, {
  description: 'Deletes a saved report permanently; figures are not affected.',
  isReferenced: false,
})
