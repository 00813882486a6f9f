import { createPresenter, presentParameters } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { covers, type Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { user } from '../../users/index.ts'
import { reportFields } from '../query/request-schema.ts'
import { savedReportTable } from './queries.ts'
import { SavedReport } from './schema.ts'

const presented = createPresenter(SavedReport)

export const savedReport = resource({
  noun: 'saved_report',
  path: '/saved-reports',
  tag: 'reports',
  plural: 'saved reports',
  prefix: 'rep',
  scopes: { read: 'reports:read', write: 'reports:write' },
  notFound: defineError('SVC-SAVEDREPORT-NOT_FOUND', 404, 'There is no such saved report.', absent('saved report')),
  shape: SavedReport,
  table: savedReportTable,
  limit: { of: 'saved reports', atMost: 500, per: 'ownerId' },
  present: (row) => ({ ...presented({ ...row, query: emptyQuery }), query: presentParameters(reportFields, row.query) }),
  defaults: { shared: false, chart: 'TABLE' as const },
  references: { ownerId: user },
})

const emptyQuery = { metrics: '', from: '', to: '' }

type Row = Static<typeof SavedReport> & { id: Uuid; version: number }

/** Returns the row, or throws 404 when the caller cannot see it: it is neither shared nor the caller's own. */
export function visible({ user: { id }, scopes }: Principal, row: Row): Row {
  if (row.shared || row.ownerId === id || covers(scopes, 'reports:admin')) return row
  throw new ApiError(savedReport.notFound)
}
