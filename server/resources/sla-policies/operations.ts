import { standard } from '#kit/standard.ts'
import { fetchOne } from '#kit/write.ts'
import { catalogDuplicate, scopeEscalation } from '#platform/errors.ts'
import { checkMayCompare } from './condition-scopes.ts'
import { removeNullTargets, slaPolicy } from './sla-policy.ts'
import { SlaPolicyCreate, SlaPolicyUpdate } from './schema.ts'
import { findNextOrder } from './queries.ts'

export const listSlaPolicies = standard.list(slaPolicy, {
  summary: 'List SLA policies',
  description: 'All SLA policies of the tenant, newest first. They are tried in the order of `order`.',
})

export const getSlaPolicy = standard.get(slaPolicy)

export const updateSlaPolicy = standard.update(slaPolicy, {
  description:
    'Changes the fields sent; `conditions` and `targets` are replaced completely. Existing deadlines do not move: the change ' +
    'applies to threads that get the policy from now on. New conditions on customers’ fields also require the scope `customers:read`.',
  body: SlaPolicyUpdate,
  check: ({ principal }, { conditions }, sent) => checkMayCompare(principal, { before: conditions, after: sent.conditions }),
  fields: ({ targets, ...sent }) => ({ ...sent, targets: targets && removeNullTargets(targets) }),
  errors: [scopeEscalation],
})

export const deleteSlaPolicy = standard.remove(slaPolicy, {
  description: 'Deletes a policy permanently, unless inboxes refer to it; the error has their number. Existing deadlines do not move.',
})

export const createSlaPolicy = standard.create(slaPolicy, {
  description:
    'Creates a policy, last in order unless `order` is sent. A thread gets the first policy whose conditions match, or else that ' +
    'of its inbox (`slaPolicyId`): when it is created, and again when its priority, inbox, team or labels change, or, a moment ' +
    'later, its customer’s custom fields. Conditions on these fields also require the scope `customers:read`.',
  body: SlaPolicyCreate,
  result: 'The new policy',
  check: ({ principal }, _, { conditions }) => checkMayCompare(principal, { after: conditions }),
  fields: async ({ order, targets, ...sent }, { tx, principal: { tenantId } }) => ({
    ...sent,
    targets: removeNullTargets(targets),
    order: order ?? (await fetchOne(tx, findNextOrder, { tenantId })).order,
  }),
  errors: [scopeEscalation, catalogDuplicate],
})
