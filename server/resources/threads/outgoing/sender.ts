/** What differs between mail and providers when the result of an attempt is recorded. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Config } from '../../../config.ts'
import type { AttemptResult } from '../../mail/index.ts'
import type { Delivery } from '../record/message-email-schema.ts'
import type { Found } from './attempt.ts'
import type { Outgoing } from './outgoing-queries.ts'

export type ResultContext = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid; readonly config: Config }
export type Attempted = Extract<Found, { kind: 'attempted' }>

export type Sender = {
  /** Records the result in the state of the inbox. Returns the seconds for which the inbox pauses; 0 for none. */
  noteResult(context: ResultContext, inboxId: Uuid, result: AttemptResult): Promise<number>
  /** Seconds until the attempt after failure number `failures`; null after the last. */
  getRetryDelay(failures: number, attempted: Attempted, ageSeconds: number, config: Config): number | null
  /** Seconds after which the service gives up, and the error if the last attempt had none. */
  readonly maxAgeSeconds: number
  readonly tooOldError: string
  /** How often a message is sent again that the receiver may have. Then agents decide. */
  readonly maxUncertain: number
  /** Returns the hash by which a report finds the message again. `id` is the id that the receiver gave it. */
  hashReference(inboxId: Uuid, id: string): Buffer
  /** Called after the last attempt. */
  afterLast?(tx: Queryable, key: { tenantId: Uuid; messageId: Uuid }, outgoing: Outgoing, delivery: Delivery): Promise<void>
}
