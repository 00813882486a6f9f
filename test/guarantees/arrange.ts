/** Types of the functions that set up requests. */
import type { IdPrefix } from '#platform/ids.ts'
import type { TestTenant } from '../support/service.ts'

export type Request = { path: string; body: unknown }
/** The parts of a tenant that setting up a request needs, whether the service runs in this process or elsewhere. */
export type ArrangingTenant = Pick<
  TestTenant,
  | 'api'
  | 'slug'
  | 'ownerId'
  | 'sessionFor'
  | 'setPassword'
  | 'removeSecondFactor'
  | 'linkFor'
  | 'setSampleCompany'
  | 'suspendMail'
  | 'suspendItem'
  | 'notify'
  | 'runRule'
  | 'widget'
>
export type Arrange = (request: Request, tenant: ArrangingTenant, make: (prefix: IdPrefix) => Promise<string>) => Promise<Request>
