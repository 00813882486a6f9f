/** The names, inputs and due times of jobs: what code needs to enqueue a job without importing its declaration. */
import type { Uuid } from '../ids.ts'

/** The input of a job that needs only its key. */
export type NoInput = Record<never, never>

declare global {
  /**
   * The jobs that other code enqueues, by name, each with its input. The file that declares a job adds it here, so that the code that enqueues
   * it need not import it: the job's effect often calls that code, and the import would be a cycle.
   */
  // oxlint-disable-next-line typescript/no-empty-interface -- Files of jobs add their members.
  interface EnqueuedJobs {}
}

/** The name of a job that code enqueues. */
export type JobName = keyof EnqueuedJobs & string

export type InputOf<Name extends string> = Name extends keyof EnqueuedJobs ? EnqueuedJobs[Name] : NoInput

/** `at` is a time of the API or the database; without `at` and `inSeconds` the job is due at once. */
export type JobOrder<Input> = { tenantId: Uuid; key: string; at?: string; inSeconds?: number } & (NoInput extends Input
  ? { input?: Input }
  : { input: Input })

/** An order whose tenant is that of the transaction. */
export type OwnOrder<Input> = Omit<JobOrder<Input>, 'tenantId'>
