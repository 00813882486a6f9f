/**
 * The ledger of a write that is a procedure: steps in PL/pgSQL for its audit row, its events and its idempotency record. ledger.ts has the
 * ledger of all other writes.
 */
import { procedure, type Procedure } from '../postgres/procedure.ts'
import type { Audited } from './effects.ts'
import { noCountersCode } from '../postgres/translate-error.ts'
import type { WriteIdentity } from './write-identity.ts'

/** The parameters that every step of the ledger uses. */
export const identityParameters = {
  tenantId: 'uuid',
  auditId: 'uuid',
  actorType: 'text',
  actorId: 'uuid',
  keyId: 'uuid',
  ip: 'text',
  via: 'text',
  actor: 'json',
  cause: 'json',
  requestId: 'text',
  keyHash: 'bytea',
  fingerprint: 'bytea',
} as const satisfies Record<keyof WriteIdentity, string>

/** The first step: returns the stored response of this Idempotency-Key, if there is one. Needs the variable `prior json`. */
export const returnPriorStep = `if :keyHash is not null then
    select json_build_object('fingerprint', encode(fingerprint, 'hex'), 'status', status, 'record', record) into prior
      from idempotency_keys where tenant_id = :tenantId and key_hash = :keyHash;
    if found then return json_build_object('prior', prior); end if;
  end if;`

/** Rolls everything back when the tenant has no counters, because it is being deleted. Comes after the step that updates them. */
export const checkCountersStep = `if not found then raise exception using errcode = '${noCountersCode}', message = 'The tenant is being deleted'; end if;`

/** The columns of an event as SQL expressions. */
type EventSql = { sequence: string; id: string; type: string; objectId: string; object: string; previous?: string }

/** Inserts events. */
export function emitStep(...events: EventSql[]): string {
  const rows = events.map(
    ({ sequence, id, type, objectId, object, previous = 'null' }) =>
      `(:tenantId, ${sequence}, ${id}, ${type}, ${objectId}, ${object}, ${previous}, :actor, :cause)`,
  )
  return `insert into events (tenant_id, sequence, id, type, object_id, object, previous, actor, cause) values ${rows.join(',\n      ')};`
}

/** Stores the response. If two concurrent requests both get here, the unique key rolls back all of the second. */
export function keepAnswerStep(record: string): string {
  return `if :keyHash is not null then
    insert into idempotency_keys (tenant_id, key_hash, fingerprint, status, record) values (:tenantId, :keyHash, :fingerprint, 201, ${record});
  end if;`
}

/** The columns of an audit row as SQL expressions. */
type AuditSql = { action: string; targetType: string; target: string; before: string; after: string }

/**
 * Declares a procedure that writes an audit row: `body` must contain the step that it gets. The result is the proof that `toOutcome`
 * requires, like the result of `Effects.audit`.
 */
export function auditedProcedure<Params extends WriteIdentity, Result>(
  name: string,
  parameters: Readonly<Record<Exclude<keyof Params & string, keyof WriteIdentity>, string>>,
  audit: AuditSql,
  body: (auditStep: string) => string,
): Procedure<Params, Result & Audited> {
  const step = `insert into audit_logs (tenant_id, id, actor_type, actor_id, key_id, ip, via, action, target_type, target_id, before, after, request_id)
    values (:tenantId, :auditId, :actorType, :actorId, :keyId, :ip, :via, ${audit.action}, ${audit.targetType}, ${audit.target}, ${audit.before}, ${audit.after}, :requestId);`
  return procedure<Params, Result & Audited>(name, { ...identityParameters, ...parameters }, body(step))
}
