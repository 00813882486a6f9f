import { createPresenter, presentParameters } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
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
  owned: { field: 'shared', all: 'reports:admin' },
})

const emptyQuery = { metrics: '', from: '', to: '' }
