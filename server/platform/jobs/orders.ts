/** Declares the names, inputs and due times of jobs. Code that enqueues a job imports this module instead of the job. */
import type { Uuid } from '../ids.ts'

/** The input of a job that needs only its key. */
export type NoInput = Record<never, never>

declare global {
  /**
   * Inputs of the jobs that other code enqueues, keyed by job name. The file that declares a job adds it here. Code that enqueues the job
   * then does not have to import the job, which would often create an import cycle.
   */
  // oxlint-disable-next-line typescript/no-empty-interface -- Files of jobs add their members.
  interface EnqueuedJobs {}
}

/** The name of a job in `EnqueuedJobs`. */
export type JobName = keyof EnqueuedJobs & string

export type InputOf<Name extends string> = Name extends keyof EnqueuedJobs ? EnqueuedJobs[Name] : NoInput

/** A job to enqueue. `at` is a time in the API's or PostgreSQL's format. Without `at` and `inSeconds` the job is due immediately. */
export type JobOrder<Input> = { tenantId: Uuid; key: string; at?: string; inSeconds?: number } & (NoInput extends Input
  ? { input?: Input }
  : { input: Input })

/** A job to enqueue for the tenant of the transaction. */
export type OwnOrder<Input> = Omit<JobOrder<Input>, 'tenantId'>
