/** Arguments and results of the resolvers of action types. */
import type { Sent } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Action } from '../../thread-actions/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import type { ThreadRecord, ThreadFields } from '../record/queries.ts'
import type { ActionActor } from './actor.ts'
import type { Template } from './read-variables.ts'

/** Context in which actions run. */
export type ActionContext = {
  readonly tx: Queryable
  readonly by: ActionActor
  /** Emits the event of a SEND_WEBHOOK action, which the caller chooses. */
  readonly emitForWebhook: (effects: Effects, record: ThreadRecord, webhookId: Uuid) => void
}

/** A message that actions write. */
export type ActionMessage = Template & {
  readonly internal: boolean
  /** Shared uploads, of which the message gets copies. */
  readonly files?: readonly StoredAttachment[]
}
export type Follower = { readonly id: Uuid; readonly name: string }

/** State of the thread after the preceding actions. */
export type ActionState = { readonly thread: ThreadRecord; readonly followers: readonly Follower[] | null }

/** The result of one action. */
export type Resolved = {
  readonly fields?: Sent<ThreadFields>
  readonly messages?: readonly ActionMessage[]
  /** Followers before and after the action. */
  readonly followers?: { readonly before: readonly Follower[]; readonly after: readonly Follower[] }
  /** Records other effects of the action, such as an event or a job, after the thread was changed. `record` is the changed thread. */
  readonly record?: (effects: Effects, record: ThreadRecord) => void
}

/** `place` is the path of the action, for errors. */
export type ActionResolver = (context: ActionContext, state: ActionState, action: Action, place: string) => Promise<Resolved>
