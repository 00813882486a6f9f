/** How a job is named and ordered: what code needs that makes work due, without the declaration of the work. */
import type { Uuid } from '../ids.ts'

/** The input of a job that needs only its key. */
export type NoInput = Record<never, never>

/**
 * What `enqueue` and `cancel` need of a job. Code that the job itself calls names it so, because importing its declaration would be a circle:
 * `const wakeThread = jobNamed<NoInput>('wake-thread')`, and `job({ ...wakeThread, … })` in the room's `jobs.ts`.
 */
export type JobName<Input extends object = never> = {
  readonly name: string
  /** Only for the type checker. */
  readonly takes?: (input: Input) => void
}

export function jobNamed<Input extends object = NoInput>(name: string): JobName<Input> {
  return { name }
}

/** `at` is a time of the API or the database; without either the job is due at once. */
export type JobOrder<Input> = { tenantId: Uuid; key: string; at?: string; inSeconds?: number } & (NoInput extends Input
  ? { input?: Input }
  : { input: Input })

/** An order whose tenant is that of the transaction. */
export type OwnOrder<Input> = Omit<JobOrder<Input>, 'tenantId'>
