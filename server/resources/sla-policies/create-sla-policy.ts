import { catalogDuplicate, endpoint, inserted, item, one, unknownReference } from '../../kit/index.ts'
import { findNextOrder } from './queries.ts'
import { SlaPolicy, SlaPolicyCreate } from './schema.ts'
import { promisedOf, slaPolicy } from './sla-policy.ts'

export const createSlaPolicy = endpoint({
  operationId: 'createSlaPolicy',
  method: 'POST',
  path: slaPolicy.path,
  tag: slaPolicy.tag,
  scope: slaPolicy.scopes.write,
  summary: 'Create an SLA policy',
  description:
    'Creates a policy, the last in order unless `order` is sent. Threads get the first policy whose conditions hold, else that of their inbox (`slaPolicyId`): when they are created, and again when their priority, inbox, team or labels change, or, a moment later, custom fields of their customer.',
  body: SlaPolicyCreate,
  responds: { 201: item(SlaPolicy, 'The new policy') },
  errors: [unknownReference, catalogDuplicate],
  conflicts: slaPolicy.conflicts,
  etag: true,
  creates: slaPolicy,
  writes: 'transaction',
  present: slaPolicy.present,
  location: ({ id }) => `${slaPolicy.path}/${id}`,
  async handle(context) {
    const { order, targets, ...sent } = context.body
    const next = order ?? (await one(context.tx, findNextOrder, { tenantId: context.principal.tenantId })).order
    return inserted(context, slaPolicy, { ...slaPolicy.defaults, ...sent, targets: promisedOf(targets), order: next })
  },
})
