/**
 * Builds the ledger's steps in PL/pgSQL: audit row, events and idempotency record. Writes that are procedures contain these steps; all
 * other writes call the procedure in ledger-queries.ts, which consists of them.
 */
import { procedure, type Procedure } from '../postgres/procedure.ts'
import type { Audited } from './effects.ts'
import { noCountersCode } from '../postgres/translate-error.ts'
import type { WriteIdentity } from './write-identity.ts'

/** Parameters of a write's identity, without the parameters of a single audit row or event. */
export const writerParameters = {
  tenantId: 'uuid',
  actorType: 'text',
  actorId: 'uuid',
  keyId: 'uuid',
  ip: 'text',
  via: 'text',
  requestId: 'text',
  keyHash: 'bytea',
  fingerprint: 'bytea',
} as const

/** Parameters that every ledger step uses. */
const identityParameters = { ...writerParameters, auditId: 'uuid', actor: 'json', cause: 'json' } as const satisfies Record<
  keyof WriteIdentity,
  string
>

/** The first step: returns the stored response of this Idempotency-Key, if it exists. Needs the variable `prior json`. */
export const returnPriorStep = `if :keyHash is not null then
    select json_build_object('fingerprint', encode(fingerprint, 'hex'), 'status', status, 'record', record) into prior
      from idempotency_keys where tenant_id = :tenantId and key_hash = :keyHash;
    if found then return json_build_object('prior', prior); end if;
  end if;`

/**
 * Directly follows the step that updates the tenant's counters. Rolls everything back when the tenant has no counters, because the tenant
 * is being deleted. Otherwise sets the time of events and audit rows, which follows commit order, because the counters are locked. Needs
 * the variable `recorded_at timestamptz`. The columns' default would give the same time, but Citus replans an insert on each execution when
 * it relies on a volatile default.
 */
export const beginLedgerStep = `if not found then raise exception using errcode = '${noCountersCode}', message = 'The tenant is being deleted'; end if;
  recorded_at := clock_timestamp();`

/** Columns of an event as SQL expressions. Without `actor` and `cause`, the event gets the actor and cause of the write. */
type EventSql = {
  sequence: string
  id: string
  type: string
  objectId: string
  object: string
  previous?: string
  actor?: string
  cause?: string
}

/** Inserts events. Must follow `beginLedgerStep`. */
export function emitStep(...events: EventSql[]): string {
  const rows = events.map(
    ({ sequence, id, type, objectId, object, previous = 'null', actor = ':actor', cause = ':cause' }) =>
      `(:tenantId, ${sequence}, ${id}, ${type}, ${objectId}, ${object}, ${previous}, ${actor}, ${cause}, recorded_at)`,
  )
  return `insert into events (tenant_id, sequence, id, type, object_id, object, previous, actor, cause, created_at) values ${rows.join(',\n      ')};`
}

/** Stores the response. If two concurrent requests both get here, the unique key rolls back the second one completely. */
export function storeResponseStep(record: string, status = '201'): string {
  return `if :keyHash is not null then
    insert into idempotency_keys (tenant_id, key_hash, fingerprint, status, record) values (:tenantId, :keyHash, :fingerprint, ${status}, ${record});
  end if;`
}

/** Columns of an audit row as SQL expressions. */
type AuditSql = { action: string; targetType: string; target: string; before: string; after: string }

/** Inserts an audit row. Must follow `beginLedgerStep`. */
export function auditStep({ id, action, targetType, target, before, after }: AuditSql & { id: string }): string {
  return `insert into audit_logs (tenant_id, id, actor_type, actor_id, key_id, ip, via, action, target_type, target_id, before, after, request_id, created_at)
    values (:tenantId, ${id}, :actorType, :actorId, :keyId, :ip, :via, ${action}, ${targetType}, ${target}, ${before}, ${after}, :requestId, recorded_at);`
}

/**
 * Declares a procedure that writes an audit row: `body` must contain the step that it is given. The result is the proof that `toOutcome`
 * requires, like the result of `Effects.audit`.
 */
export function auditedProcedure<Params extends WriteIdentity, Result>(
  name: string,
  parameters: Readonly<Record<Exclude<keyof Params & string, keyof WriteIdentity>, string>>,
  audit: AuditSql,
  body: (auditStep: string) => string,
): Procedure<Params, Result & Audited> {
  const step = auditStep({ id: ':auditId', ...audit })
  return procedure<Params, Result & Audited>(name, { ...identityParameters, ...parameters }, body(step))
}
