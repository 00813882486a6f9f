import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { shortAge } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'

/** Who the thread is with, and what else there is of them. */
export function CustomerPane({ thread }: { thread: Thread }) {
  const { skein } = useApi()
  const now = useNow()
  const { id } = thread.customer
  const customer = useQuery({
    queryKey: ['customer', id],
    queryFn: async ({ signal }) => (await skein.getCustomer({ path: { id }, signal })).data,
  })
  const others = useQuery({
    queryKey: ['customer-threads', id],
    queryFn: async ({ signal }) => {
      const { data, meta } = await skein.listCustomerThreads({ path: { id }, query: { limit: 20 }, signal })
      return { threads: data, total: meta.total }
    },
  })
  const fields = Object.entries(customer.data?.customFields ?? {})
  return (
    <aside aria-label="Customer" className="hidden w-75 shrink-0 overflow-y-auto border-s border-line p-4 min-[1100px]:block">
      <h2 className="font-semibold">{thread.customer.name ?? thread.customer.email}</h2>
      <p className="text-sm break-all text-muted">{thread.customer.email}</p>
      {customer.data?.externalId && <p className="text-sm text-muted">{customer.data.externalId}</p>}
      {fields.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
          {fields.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3 className="mt-5 text-sm font-medium">
        Threads {others.data && <span className="font-normal text-muted tabular-nums">{others.data.total.toLocaleString()}</span>}
      </h3>
      <ul className="mt-1.5 grid gap-1.5">
        {others.data?.threads.map((other) => (
          <li key={other.id}>
            <Link
              to="/inbox/$view/$threadId"
              params={{ view: 'all', threadId: other.id }}
              aria-current={other.id === thread.id ? 'true' : undefined}
              className="block rounded-md border border-line bg-surface px-2.5 py-1.5 text-sm hover:bg-hover"
            >
              <span className="block truncate">{other.subject}</span>
              <span className="text-xs text-muted">
                {other.status} · {shortAge(other.lastMessageAt, now)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  )
}
