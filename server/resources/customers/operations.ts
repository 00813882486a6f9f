import { substringParts } from '../text-search/index.ts'
import { standard } from '#kit/standard.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { customer } from './customer.ts'
import { CustomerFilters } from './schema.ts'

export const listCustomers = standard.list(customer, {
  description:
    'Customers, newest first unless `sort` says otherwise. `q` finds them by parts of words; `email` and `externalId` are exact matches. ' +
    'To follow changes, sort by `updatedAt` and send the last one as `updatedAfter`. All filters combine, and ' +
    '`meta.total` is exact. Merged customers are not listed; their addresses and external ids find the target.',
  query: CustomerFilters,
  filters: ({ q, ...query }) => ({ ...query, unmerged: true, parts: q === undefined ? undefined : readParts(q) }),
})

function readParts(q: string): string[] {
  const parts = substringParts(q)
  if (parts.length > 0) return parts
  const message = 'must contain letters, digits or emoji'
  throw new ApiError(validationFailed, { details: [{ field: 'q', code: 'NO_WORDS', message }] })
}

export const getCustomer = standard.get(customer, {
  description:
    'Returns one customer, without their threads. A merged customer is shown unchanged, with `mergedInto`; all other operations ' +
    'apply to the target.',
})
