/** Queries for customers, their threads and their custom fields. */
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import type { CustomField } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { customerThreadsKey } from '../threads/part-keys.ts'
import { useThreadView } from '../threads/use-threads.ts'
import { t } from '../../texts/texts.ts'
import { formatLocale } from '../../texts/language.ts'

const pageSize = 50

export function useCustomers(q: string) {
  const { skein } = useApi()
  return useInfiniteQuery({
    queryKey: ['customers', q],
    initialPageParam: '',
    // No event updates this list, so every visit fetches it again.
    staleTime: 0,
    async queryFn({ pageParam, signal }) {
      const query = { limit: pageSize, ...(q === '' ? {} : { q }), ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listCustomers({ query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}

/** The customer's threads, newest first. `threadId` works as in `useCustomer`. */
export function useCustomerThreads(id: string, threadId?: string) {
  const { skein } = useApi()
  const view = useThreadView()
  return useInfiniteQuery({
    queryKey: customerThreadsKey(id),
    initialPageParam: '',
    staleTime: threadId === undefined ? 0 : besideThreadStaleMs,
    async queryFn({ pageParam, signal }) {
      const beside = threadId === undefined || pageParam !== '' ? null : await view(threadId, signal)
      if (beside?.thread.customer.id === id) return beside.customerThreads
      const query = { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listCustomerThreads({ path: { id }, query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}

/** Next to a thread, events patch the customer's threads, so the query can stay fresh for longer. */
const besideThreadStaleMs = 60_000

/** Custom fields of customers, in form order. */
export function useCustomerFields(enabled = true) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['custom-fields', 'CUSTOMER'],
    enabled,
    queryFn: ({ signal }) => skein.listCustomFields({ query: { appliesTo: 'CUSTOMER', limit: 100 }, signal }).toArray(),
    select: (fields) => fields.toSorted((a, b) => a.order - b.order),
  })
}

/** Formats the value of a custom field: an option by its label, a date in the user's locale. */
export function formatFieldValue(field: CustomField | undefined, value: unknown): string {
  const label = (each: unknown): string => field?.options.find((option) => option.value === each)?.label ?? String(each)
  if (Array.isArray(value)) return value.map(label).join(', ')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (field?.type === 'DATE' && typeof value === 'string')
    return new Date(`${value.slice(0, 10)}T12:00`).toLocaleDateString(formatLocale, { dateStyle: 'medium' })
  return label(value)
}

/** Refetches all customer data after a merge or an erasure, either of which can change any of it. */
export async function refetchCustomers(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['customer', 'customers', 'customer-threads', 'privacy-requests'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  )
}
