/** What screens read of customers. */
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import type { CustomField } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { customerKey, customerThreadsKey } from '../threads/part-keys.ts'
import { useThreadView } from '../threads/use-threads.ts'

const pageSize = 50

export function useCustomers(q: string) {
  const { skein } = useApi()
  return useInfiniteQuery({
    queryKey: ['customers', q],
    initialPageParam: '',
    // Nothing keeps this list while nobody looks at it.
    staleTime: 0,
    async queryFn({ pageParam, signal }) {
      const query = { limit: pageSize, ...(q === '' ? {} : { q }), ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await skein.listCustomers({ query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}

/** `threadId`: the thread beside which the customer is shown. Its view has the customer, too. */
export function useCustomer(id: string, threadId?: string) {
  const { skein } = useApi()
  const view = useThreadView()
  return useQuery({
    queryKey: customerKey(id),
    async queryFn({ signal }) {
      const found = threadId === undefined ? null : (await view(threadId, signal)).customer
      return found?.id === id ? found : (await skein.getCustomer({ path: { id }, signal })).data
    },
  })
}

/** Newest first. `threadId`: see `useCustomer`. */
export function useCustomerThreads(id: string, threadId?: string) {
  const { skein } = useApi()
  const view = useThreadView()
  return useInfiniteQuery({
    queryKey: customerThreadsKey(id),
    initialPageParam: '',
    staleTime: threadId === undefined ? 0 : besideThreadMs,
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

/** Beside a thread, events keep the customer’s threads up to date. */
const besideThreadMs = 60_000

/** The custom fields that customers have, in the order of forms. */
export function useCustomerFields() {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['custom-fields', 'CUSTOMER'],
    queryFn: ({ signal }) => skein.listCustomFields({ query: { appliesTo: 'CUSTOMER', limit: 100 }, signal }).toArray(),
    select: (fields) => fields.toSorted((a, b) => a.order - b.order),
  })
}

/** A value as people read it: an option by its label, a date by their calendar. */
export function shownValue(field: CustomField | undefined, value: unknown): string {
  const label = (each: unknown): string => field?.options.find((option) => option.value === each)?.label ?? String(each)
  if (Array.isArray(value)) return value.map(label).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field?.type === 'DATE' && typeof value === 'string')
    return new Date(`${value.slice(0, 10)}T12:00`).toLocaleDateString(undefined, { dateStyle: 'medium' })
  return label(value)
}

/** After customers were merged or erased, what is shown of any of them may be another. */
export async function askAgain(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['customer', 'customers', 'customer-threads', 'privacy-requests'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  )
}
