import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { standard } from '#kit/standard.ts'
import { fetchOne, insertResource, lockResource, updateResource } from '#kit/write.ts'
import { catalogDuplicate, scopeEscalation, unknownReference } from '#platform/errors.ts'
import { checkMayCompare } from './condition-scopes.ts'
import { removeNullTargets, slaPolicy } from './sla-policy.ts'
import { SlaPolicy, SlaPolicyCreate, SlaPolicyUpdate } from './schema.ts'
import { findNextOrder } from './queries.ts'

export const listSlaPolicies = standard.list(slaPolicy, {
  summary: 'List SLA policies',
  description: 'All SLA policies of the tenant, newest first. They are tried in the order of `order`.',
})

export const getSlaPolicy = standard.get(slaPolicy)

export const updateSlaPolicy = endpoint({
  operationId: 'updateSlaPolicy',
  method: 'PATCH',
  path: `${slaPolicy.path}/{id}`,
  tag: slaPolicy.tag,
  scope: slaPolicy.scopes.write,
  summary: 'Change an SLA policy',
  description:
    'Changes the fields sent; `conditions` and `targets` are replaced completely. Existing deadlines do not move: the change ' +
    'applies to threads that get the policy from now on. New conditions on customers’ fields also require the scope `customers:read`.',
  params: { id: slaPolicy.id },
  body: SlaPolicyUpdate,
  responds: { 200: item(SlaPolicy, 'The SLA policy as it is now') },
  errors: [scopeEscalation, unknownReference, catalogDuplicate],
  conflicts: slaPolicy.conflicts,
  etag: true,
  writes: 'transaction',
  present: slaPolicy.present,
  async handle(context) {
    const { principal, body } = context
    const { targets, ...sent } = body
    const current = await lockResource(context, slaPolicy)
    checkMayCompare(principal, { before: current.conditions, after: body.conditions })
    return updateResource(context, slaPolicy, current, { ...sent, ...(targets ? { targets: removeNullTargets(targets) } : {}) })
  },
})

export const deleteSlaPolicy = standard.remove(slaPolicy, {
  description: 'Deletes a policy permanently, unless inboxes refer to it; the error has their number. Existing deadlines do not move.',
})

export const createSlaPolicy = endpoint({
  operationId: 'createSlaPolicy',
  method: 'POST',
  path: slaPolicy.path,
  tag: slaPolicy.tag,
  scope: slaPolicy.scopes.write,
  summary: 'Create an SLA policy',
  description:
    'Creates a policy, last in order unless `order` is sent. A thread gets the first policy whose conditions match, or else that ' +
    'of its inbox (`slaPolicyId`): when it is created, and again when its priority, inbox, team or labels change, or, a moment ' +
    'later, its customer’s custom fields. Conditions on these fields also require the scope `customers:read`.',
  body: SlaPolicyCreate,
  responds: { 201: item(SlaPolicy, 'The new policy') },
  errors: [scopeEscalation, unknownReference, catalogDuplicate],
  conflicts: slaPolicy.conflicts,
  etag: true,
  creates: slaPolicy,
  writes: 'transaction',
  present: slaPolicy.present,
  location: ({ id }) => `${slaPolicy.path}/${id}`,
  async handle(context) {
    const { order, targets, ...sent } = context.body
    checkMayCompare(context.principal, { after: sent.conditions })
    const next = order ?? (await fetchOne(context.tx, findNextOrder, { tenantId: context.principal.tenantId })).order
    return insertResource(context, slaPolicy, { ...slaPolicy.defaults, ...sent, targets: removeNullTargets(targets), order: next })
  },
})
