/** Operations that succeed only on things that belong together, and how a request for one is arranged. */
import type { IdPrefix } from '../../server/kit/ids.ts'
import type { TestTenant } from '../../server/kit/testing/service.ts'

type Request = { path: string; body: unknown }
type Arrange = (request: Request, tenant: TestTenant, make: (prefix: IdPrefix) => Promise<string>) => Promise<Request>

/** By operation. `request` is what its declaration alone gives. */
export const arrangements: Readonly<Record<string, Arrange>> = {
  // Messages can be taken back while they wait to be sent.
  async deleteMessage({ body }, tenant, make) {
    const reply = { body: 'One moment, please.', undoSeconds: 120 }
    const made = await tenant.api('POST', `/threads/${await make('thr')}/reply`, { body: reply })
    return { path: `/messages/${String(made.body.data['id'])}`, body }
  },
  // Each thread that a test makes is of a customer of its own.
  mergeThread: async ({ path, body }) => ({ path, body: { ...Object(body), allowCrossCustomer: true } }),
  async unmergeThread(request, tenant, make) {
    const body = { sourceIds: [request.path.split('/')[2]], allowCrossCustomer: true }
    await tenant.api('POST', `/threads/${await make('thr')}/merge`, { body })
    return request
  },
  async splitThread({ path, body }, tenant) {
    const added = await tenant.api('POST', path.replace(/\/split$/, '/messages'), { body: { body: 'One more thing' } })
    return { path, body: { ...Object(body), messageIds: [added.body.data.id] } }
  },
  // Jobs are made by operations that may as well answer without one.
  async getJob({ body }, tenant, make) {
    const customerId = await make('cst')
    const made = await tenant.api('POST', '/threads/batch', {
      body: { filter: { customerId }, expectedTotal: 0, changes: { status: 'open' } },
    })
    return { path: `/jobs/${String(made.body.data['id'])}`, body }
  },
}
