/** Stores the ledger of a transaction, in one procedure. */
import { counters } from './counters.ts'
import { auditStep, beginLedgerStep, emitStep, storeResponseStep, writerParameters } from './ledger-steps.ts'
import type { EventActor, EventCause } from './attribution.ts'
import type { Uuid } from '../ids.ts'
import { procedure } from '../postgres/procedure.ts'
import type { WriteIdentity } from './write-identity.ts'

export type EventRow = {
  id: Uuid
  type: string
  objectId: Uuid
  object: object
  previous: object | null
  actor: EventActor
  cause: EventCause | null
}
export type AuditRow = { id: Uuid; action: string; targetType: string; targetId: Uuid; before: object | null; after: object | null }

type Ledger = Pick<WriteIdentity, keyof typeof writerParameters> & {
  /** Increments of `counters`, in that order. */
  deltas: number[]
  audits: AuditRow[]
  events: EventRow[]
  /** The response, which is stored if the request has an Idempotency-Key. */
  status: number
  record: unknown
}

/** Increments the tenant's counters, and inserts events, audit rows and the idempotency record. */
export const insertLedger = procedure<Ledger, null>(
  'write_ledger',
  { ...writerParameters, deltas: 'bigint[]', audits: 'json', events: 'json', status: 'smallint', record: 'json' },
  `declare
  next_sequence bigint; recorded_at timestamptz(3); event record; audit record;
begin
  update tenant_counters set event_sequence = event_sequence + json_array_length(:events), audit_logs = audit_logs + json_array_length(:audits),
      ${counters.map((column, i) => `${column} = ${column} + (:deltas)[${i + 1}]`).join(', ')}
    where tenant_id = :tenantId returning event_sequence - json_array_length(:events) + 1 into next_sequence;
  ${beginLedgerStep}
  for event in select * from json_to_recordset(:events)
      as e(id uuid, type text, "objectId" uuid, object json, previous json, actor json, cause json) loop
    ${emitStep({
      sequence: 'next_sequence',
      id: 'event.id',
      type: 'event.type',
      objectId: 'event."objectId"',
      object: 'event.object',
      previous: 'event.previous',
      actor: 'event.actor',
      cause: 'event.cause',
    })}
    next_sequence := next_sequence + 1;
    recorded_at := clock_timestamp();
  end loop;
  for audit in select * from json_to_recordset(:audits)
      as a(id uuid, action text, "targetType" text, "targetId" uuid, before json, after json) loop
    ${auditStep({
      id: 'audit.id',
      action: 'audit.action',
      targetType: 'audit."targetType"',
      target: 'audit."targetId"',
      before: 'audit.before',
      after: 'audit.after',
    })}
    recorded_at := clock_timestamp();
  end loop;
  ${storeResponseStep(':record', ':status')}
  return null;
end`,
)
