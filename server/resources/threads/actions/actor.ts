/** Declares the actor of actions: an agent, or an automation rule. */
import { newId, type Uuid } from '#platform/ids.ts'
import { type WriteIdentity, writeIdentity } from '#platform/outbox/write-identity.ts'
import type { Principal } from '#platform/principal.ts'

export type ActionActor = {
  readonly tenantId: Uuid
  readonly tenant: { readonly name: string }
  /** User who writes messages, the `me` of actions, and the agent in variables. Null for a rule, whose messages have the type BOT. */
  readonly user: Pick<Principal['user'], 'id' | 'name' | 'email' | 'kind'> | null
  /** Identity for audit rows and events. */
  readonly identity: WriteIdentity
}

/** Returns the agent of a request as the actor. */
export function toAgentActor(principal: Principal, requestId: string): ActionActor {
  const { tenantId, tenant, user } = principal
  return { tenantId, tenant, user, identity: writeIdentity(principal, requestId, null) }
}

/** Returns the identity for one more write, with its own audit row. */
export function createIdentity({ identity }: ActionActor): WriteIdentity {
  return { ...identity, auditId: newId(), keyHash: null, fingerprint: null }
}
