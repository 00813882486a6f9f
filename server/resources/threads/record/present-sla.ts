import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isWithdrawn, type Clock } from '../../sla-policies/index.ts'
import type { Thread } from './schema.ts'

/** Clocks of a thread, and the time (milliseconds since 1970) at which they were read. `termsId` is absent in older stored records. */
export type ClocksAt = { at: number; clocks: Clock[]; termsId?: Uuid }

/** Presents clocks as the API's `sla`. */
export function toSla(sla: ClocksAt | null | undefined): Static<typeof Thread>['sla'] {
  if (!sla) return []
  const shown = sla.clocks.filter((clock) => !isWithdrawn(clock))
  return shown.map(({ metric, dueAt, pausedAt, remainingMs, state, stoppedAt }) => ({
    metric,
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    pausedAt: pausedAt === null ? null : new Date(pausedAt).toISOString(),
    remainingMs: Math.round(dueAt === null || stoppedAt !== null ? remainingMs : dueAt - sla.at),
    state,
  }))
}
