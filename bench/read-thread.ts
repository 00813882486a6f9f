/** S20: the requests that open a thread, compared with those of an older checkout (compare.ts). */
import { getThreadId, type Dataset } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'

/** Returns requests for `/threads/{id}`, followed by `below`: 5,000 threads of all tenants in turn. */
export function threadRequests(dataset: Dataset, below: '' | '/messages'): Template[] {
  return Array.from({ length: 100 }, (_, i) =>
    dataset.tenants.map((tenant): Template => {
      const n = 1 + Math.floor((i / 100) * tenant.threads)
      return {
        method: 'GET',
        path: `/api/v1/threads/${getThreadId(dataset, tenant, n)}${below}`,
        key: tenant.key,
        body: null,
        idempotent: false,
      }
    }),
  ).flat()
}
