import { createPresenter } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { type IdPrefix, toTypeId } from '#platform/ids.ts'
import { businessHoursResource } from '../business-hours/index.ts'
import { label } from '../labels/index.ts'
import { team } from '../teams/index.ts'
import { defaultWarningPercent } from './clocks.ts'
import { slaPolicyTable } from './queries.ts'
import { SlaPolicy, type Conditions, type Targets } from './schema.ts'

const presented = createPresenter(SlaPolicy)
// The presenter requires all lists.
const empty = { inboxIds: [], teamIds: [], labelIds: [], customerFields: [] }

export const slaPolicy = resource({
  noun: 'sla_policy',
  words: 'SLA policy',
  path: '/sla-policies',
  prefix: 'sla',
  scopes: { read: 'catalog:read', write: 'catalog:admin' },
  notFound: defineError('SVC-SLAPOLICY-NOT_FOUND', 404, 'There is no such SLA policy.', absent('SLA policy')),
  shape: SlaPolicy,
  table: slaPolicyTable,
  limit: { of: 'SLA policies', atMost: 100 },
  present: (row) => ({ ...presented({ ...row, conditions: empty }), conditions: presentConditions(row.conditions) }),
  defaults: { conditions: {}, onlyByInbox: false, businessHoursId: null, pauseOn: [], warningPercent: defaultWarningPercent },
  conflicts: { sla_policies_name_key: { error: catalogDuplicate, field: 'name', noun: 'SLA policy' } },
  references: {
    businessHoursId: businessHoursResource,
    // Declared by name, because importing the inboxes module, which imports this one, would be a cycle.
    'conditions.inboxIds': { noun: 'inbox', table: 'inboxes' },
    'conditions.teamIds': team,
    'conditions.labelIds': label,
  },
})

/** Removes null targets, so that null and omitted targets are stored the same way. */
export function removeNullTargets(targets: Targets): Targets {
  // Safe because only targets without a value are removed.
  return Object.fromEntries(Object.entries(targets).filter(([, minutes]) => minutes !== null)) as Targets
}

const idsOf: Readonly<Record<string, IdPrefix>> = { inboxIds: 'inb', teamIds: 'tea', labelIds: 'lbl' }

/** Presents stored conditions: replaces UUIDs by prefixed ids. Omitted conditions stay absent. */
function presentConditions(conditions: Conditions): Conditions {
  const wire = Object.entries(conditions).map(([name, list]) => {
    const prefix = idsOf[name]
    return [name, prefix ? list.map((id) => toTypeId(prefix, String(id))) : list]
  })
  // Safe because only the format of ids changes.
  return Object.fromEntries(wire) as Conditions
}
