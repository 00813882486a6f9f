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
}
