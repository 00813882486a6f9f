/** The list of all scheduled replies of a tenant, in the order in which they will be sent. */
import { keysetList } from '#kit/list.ts'
import type { Uuid } from '#platform/ids.ts'
import { customerJoin } from '../../customers/index.ts'
import { scheduledColumnsSql, scheduledRowBytes, type ScheduledRecord } from './scheduled-queries.ts'

/** A scheduled reply with its thread. */
export type WaitingRecord = ScheduledRecord & {
  thread: { id: Uuid; ticketNumber: string; subject: string; customer: { id: Uuid; name: string | null; email: string } }
}

/** Conditions of the filters on an alias of the table. `unsent` is always set. */
const conditionsOf = (alias: string) => ({
  unsent: `${alias}.state <> 'SENT' and :unsent::boolean`,
  authorId: `${alias}.author_id = :authorId::uuid`,
})

export const waitingList = keysetList<WaitingRecord>({
  from: 'scheduled_messages m',
  alias: 'm',
  columns: `${scheduledColumnsSql}, json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'subject', t.subject,
    'customer', json_build_object('id', c.id, 'name', c.name, 'email', c.email)) as thread`,
  joins: `join threads t on t.tenant_id = :tenantId::uuid and t.id = m.thread_id ${customerJoin('t.customer_id')}`,
  rowBytes: scheduledRowBytes,
  filters: conditionsOf('m'),
  indexes: {
    choices: {},
    created: [{ filters: [], between: [] }],
    sortTables: [
      {
        from: 'scheduled_messages k',
        id: 'k.id',
        conditions: conditionsOf('k'),
        orders: { sendAt: { column: 'send_at', expression: 'm.send_at' } },
      },
    ],
  },
})
