/** Historical business hours: the reader stores their versions in event order, so that a later change of hours changes no fact. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { businessHoursResource, workingTimeBetween, type WorkingHours } from '../../business-hours/index.ts'
import { hasTargets, type Terms } from '../../sla-policies/index.ts'
import { team } from '../../teams/index.ts'
import { tenantUpdated } from '../../tenant-settings/index.ts'
import type { WorkingTimes } from './thread-state.ts'
import { findHours, findTermsOfThreads, insertHours, type HoursValue, type HoursVersion } from './queries.ts'

const catalogs = [businessHoursResource.events, team.events].flatMap((events) => events ?? [])
const deletions = catalogs.flatMap(({ deleted }) => deleted ?? [])
/** Events that change the hours of threads. */
export const hoursEvents = [...catalogs.flatMap(({ created, updated }) => [created, updated]), ...deletions, tenantUpdated]

/** Returns the versions that events create. */
function toVersions(events: readonly EventRow[]): HoursVersion[] {
  return events.flatMap(({ type, sequence, object }): HoursVersion[] => {
    // Safe because these events store records of business hours, teams and settings.
    const record = object as { id: Uuid; businessHoursId?: Uuid | null; reporting?: { businessHoursId?: Uuid | null } } & WorkingHours
    const version = { subjectId: record.id, sequence }
    const isGone = deletions.some((event) => event.type === type)
    if (type.startsWith(`${businessHoursResource.noun}.`)) {
      const { timezone, weekly, holidays } = record
      return [
        { ...version, subject: 'HOURS', value: isGone ? null : { timezone, weekly, holidays: holidays.map(({ date }) => ({ date })) } },
      ]
    }
    if (type === tenantUpdated.type)
      return [{ ...version, subject: 'TENANT', value: { businessHoursId: record.reporting?.businessHoursId ?? null } }]
    return type.startsWith(`${team.noun}.`)
      ? [{ ...version, subject: 'TEAM', value: isGone ? null : { businessHoursId: record.businessHoursId ?? null } }]
      : []
  })
}

/** Stores the hours changed by the events. Returns the working times of threads with these terms. */
export async function readWorkingTimes(
  tx: Queryable,
  tenantId: Uuid,
  events: readonly EventRow[],
  termsIds: readonly Uuid[],
): Promise<WorkingTimes> {
  const made = toVersions(events)
  if (made.length > 0) await tx.rows(insertHours, { tenantId, versions: made })
  const [versions, terms] = await Promise.all([
    tx.rows(findHours, { tenantId }),
    termsIds.length > 0 ? tx.rows(findTermsOfThreads, { tenantId, ids: [...new Set(termsIds)] }) : [],
  ])
  return toWorkingTimes(tenantId, versions, new Map(terms.map((row) => [row.id, row.terms])))
}

function toWorkingTimes(tenantId: Uuid, versions: readonly HoursVersion[], terms: ReadonlyMap<Uuid, Terms>): WorkingTimes {
  const bySubject = Map.groupBy(versions, ({ subject, subjectId }) => `${subject} ${subjectId}`)
  const valueAt = (subject: string, id: Uuid, sequence: number): HoursValue =>
    bySubject.get(`${subject} ${id}`)?.findLast((version) => version.sequence <= sequence)?.value ?? null
  const hoursOf = (subject: string, id: Uuid | null, sequence: number): WorkingHours | null => {
    const value = id && valueAt(subject, id, sequence)
    const hours = value && 'businessHoursId' in value && value.businessHoursId ? valueAt('HOURS', value.businessHoursId, sequence) : null
    return hours && 'weekly' in hours ? hours : null
  }
  const inForce = (termsId: Uuid): Terms | null => {
    const found = terms.get(termsId)
    return found && hasTargets(found) ? found : null
  }
  return {
    policyOf: (termsId) => {
      const policy = inForce(termsId)
      // Safe because terms contain the id of a row of sla_policies.
      return policy && (policy.policyId as Uuid)
    },
    between(from, to, { termsId, teamId, sequence }) {
      const policy = termsId && inForce(termsId)
      const hours = policy ? policy.hours : (hoursOf('TEAM', teamId, sequence) ?? hoursOf('TENANT', tenantId, sequence))
      return workingTimeBetween(hours, from, to)
    },
  }
}
