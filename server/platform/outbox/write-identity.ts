/** Declares the identity of a write: its actor, its entry point (`via`), and its Idempotency-Key. */
import { type EventActor, type EventCause, systemActor } from './attribution.ts'
import { newId, type Uuid } from '../ids.ts'
import type { Actor, Principal } from '../principal.ts'

/** The identity and the Idempotency-Key of a write. Every ledger fragment uses these parameters. */
export type WriteIdentity = {
  tenantId: Uuid
  auditId: Uuid
  actorType: 'API_KEY' | 'USER' | 'SYSTEM'
  actorId: Uuid | null
  keyId: Uuid | null
  ip: string | null
  /** Entry point of the change; null for the service's own work. */
  via: 'API' | 'DASHBOARD' | 'CLI' | 'RULE' | null
  /** The actor that events name. */
  actor: EventActor
  cause: EventCause | null
  requestId: string
  /** Null if the request has no Idempotency-Key. Then no response is looked up or stored. */
  keyHash: Buffer | null
  fingerprint: Buffer | null
}

export function writeIdentity(
  principal: Principal,
  requestId: string,
  key: { keyHash: Buffer; fingerprint: Buffer } | null,
): WriteIdentity {
  const isKey = principal.credential.type === 'API_KEY'
  // Visitors' addresses are not stored. The messages of visitors name their customers as actors.
  if (principal.credential.type === 'VISITOR') return { ...systemIdentity(principal.tenantId), via: 'API', requestId, ...key }
  return {
    tenantId: principal.tenantId,
    auditId: newId(),
    actorType: isKey ? 'API_KEY' : 'USER',
    actorId: principal.user.id,
    keyId: isKey ? principal.credential.id : null,
    ip: principal.ip,
    via: isKey ? 'API' : 'DASHBOARD',
    actor: getActor(principal),
    cause: null,
    requestId,
    keyHash: key?.keyHash ?? null,
    fingerprint: key?.fingerprint ?? null,
  }
}

/** Returns the caller in the form that events store. */
export function getActor({ credential, user }: Principal): EventActor {
  return { type: credential.type === 'API_KEY' ? 'API_KEY' : 'USER', id: user.id, name: user.name }
}

/**
 * Returns the identity of an anonymous write: the customer or the user that `findActor` found, else the service itself. Customers'
 * addresses are not stored.
 */
export function actorIdentity(
  { tenantId, userId, customerId, isVisitor }: Actor,
  ip: string,
  requestId: string,
  key: { keyHash: Buffer; fingerprint: Buffer } | null,
): WriteIdentity {
  if (customerId !== undefined)
    return { ...getIdentity(tenantId, { type: 'CUSTOMER', id: customerId, name: null }), via: 'API', requestId, ...key }
  if (isVisitor) return { ...systemIdentity(tenantId), via: 'API', requestId, ...key }
  const actorType = userId === null ? 'SYSTEM' : 'USER'
  const actor = userId === null ? systemActor : ({ type: 'USER', id: userId, name: null } as const)
  return { ...systemIdentity(tenantId), actorType, actorId: userId, actor, via: 'API', ip, requestId, ...key }
}

/** Returns the identity of the service itself, for writes without a request. */
export function systemIdentity(tenantId: Uuid): WriteIdentity {
  return {
    tenantId,
    auditId: newId(),
    actorType: 'SYSTEM',
    actorId: null,
    keyId: null,
    ip: null,
    via: null,
    actor: systemActor,
    cause: null,
    requestId: newId(),
    keyHash: null,
    fingerprint: null,
  }
}

/** Returns the identity of work on behalf of an actor: an agent's scheduled reply, or a customer's mail. */
export function getIdentity(tenantId: Uuid, actor: EventActor, cause: EventCause | null = null): WriteIdentity {
  const isUser = actor.type === 'USER' || actor.type === 'API_KEY'
  return {
    ...systemIdentity(tenantId),
    actorType: isUser ? 'USER' : 'SYSTEM',
    actorId: isUser ? actor.id : null,
    via: actor.type === 'RULE' ? 'RULE' : null,
    actor,
    cause,
  }
}
