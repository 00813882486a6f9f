import { endpoint, list, presenterOf } from '../../kit/index.ts'
import { missedList, type MissedSearch } from './reader-queries.ts'
import { KbMissedSearch } from './search/schema.ts'

const presented = presenterOf(KbMissedSearch)

export const listMissedSearches = endpoint({
  operationId: 'listMissedSearches',
  method: 'GET',
  path: '/kb/missed-searches',
  tag: 'kb',
  scope: 'kb:read',
  summary: 'List what was searched and not found',
  description:
    'What visitors of the help centre searched without finding anything, and how often, the first to be searched last. Kept for three months, a thousand of them at most.',
  responds: { 200: list(KbMissedSearch) },
  present: (missed: MissedSearch) => presented(missed),
  handle: ({ db, principal: { tenantId }, page }) => missedList.fetch(db, tenantId, page),
})
