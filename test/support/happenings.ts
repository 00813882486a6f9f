/** Event histories of one thread, timed in minutes, for tests of measures. */
import type { Uuid } from '#platform/ids.ts'
import type { Fact } from '../../server/resources/reports/measures/fact.ts'
import type { Happening } from '../../server/resources/reports/measures/happening.ts'
import { measure } from '../../server/resources/reports/measures/measure.ts'
import type { ThreadState, WorkingTimes } from '../../server/resources/reports/measures/thread-state.ts'

export const id = (n: number): Uuid => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const [thread, ada, grace] = [id(1), id(2), id(3)]
export const minute = 60_000
/** Half of all time is working time, so that calendar and working durations differ. */
export const times: WorkingTimes = { policyOf: (termsId) => termsId, between: (from, to) => Math.floor((to - from) / 2) }

export type Given = Happening extends infer Each
  ? Each extends Happening
    ? Omit<Each, 'sequence' | 'n' | 'eventId' | 'threadId' | 'at' | 'order' | 'actorId' | 'cause'>
    : never
  : never
export type Told = [minutes: number, given: Given, told?: Partial<Pick<Happening, 'actorId' | 'cause' | 'termsId' | 'order' | 'sequence'>>]

export const context = { assigneeId: null, teamId: null, inboxId: id(9), priority: 'normal', channel: 'email' }
export const created: Given = { type: 'created', context, status: 'open', waitingSince: null }
export const message = (kind: 'RECEIVED' | 'ANSWERED' | 'AUTOMATIC' | 'NOTED', personId: Uuid | null = null): Given => ({
  type: 'message',
  kind,
  messageId: id(50),
  personId,
  quiet: false,
})
export const status = (to: string): Given => ({ type: 'status', from: '', to, isMerge: false })
export const moved = (field: 'assignee' | 'priority', to: string | null): Given => ({ type: 'moved', field, to })

/** Returns happenings, one event each, at these minutes. */
export function tell(told: readonly Told[]): Happening[] {
  return told.map(([minutes, given, more = {}], i) => {
    const at = minutes * minute
    // Safe because `given` lacks only the fields that are added.
    return {
      sequence: i + 1,
      n: 0,
      eventId: id(100 + i),
      threadId: thread,
      at,
      order: at,
      actorId: null,
      cause: null,
      ...given,
      ...more,
    } as Happening
  })
}

/** Measures happenings incrementally, one by one. */
export function follow(happenings: readonly Happening[]): { state: ThreadState; facts: Fact[] } {
  const facts: Fact[] = []
  let state: ThreadState | null = null
  for (const happening of happenings) {
    const measured = measure(state, happening, times)
    if (!measured) throw new Error(`Not in order: ${happening.type}`)
    state = measured.state
    facts.push(...measured.facts)
  }
  if (!state) throw new Error('Nothing happened')
  return { state, facts }
}

/** Summarises the facts of a history: the kind, and the fields that the test names. */
export const measured = (told: readonly Told[], ...fields: (keyof Fact)[]): unknown[] =>
  follow(tell(told)).facts.map((fact) => (['kind', ...fields] as const).map((field) => inMinutes(fact[field])))
export const inMinutes = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'ms' in value && typeof value.ms === 'number' ? value.ms / minute : value
