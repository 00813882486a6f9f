/**
 * Statements on meetings. A meeting row has the thread in which it was scheduled; `threadId` is computed, so that merges and unmerges need
 * not write meetings.
 */
import { keysetList } from '#kit/list.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { MeetingRecord } from './present.ts'
import { StoredMeeting } from './schema.ts'

const threadNow = `coalesce((
  select t.root_id from thread_merges t where t.tenant_id = :tenantId::uuid and t.source_id = m.origin_id), m.origin_id)`

export const meetingTable = table({
  from: 'meetings m',
  shape: StoredMeeting,
  computed: { threadId: { sql: threadNow, initially: 'm.origin_id' } },
})

export const meetingList = keysetList<MeetingRecord>({
  from: 'meetings m',
  alias: 'm',
  columns: meetingTable.columns,
  filters: {
    hostId: 'm.host_id = :hostId::uuid',
    threadId: `m.origin_id = any(array(select :threadId::uuid
      union all select t.source_id from thread_merges t where t.tenant_id = :tenantId::uuid and t.root_id = :threadId::uuid))`,
    status: 'm.status = :status::text',
    startsAfter: { order: 'startsAt', tests: ['> :startsAfter::timestamptz'] },
    startsBefore: { order: 'startsAt', tests: ['< :startsBefore::timestamptz'] },
  },
  counted: { '': 'select meetings from tenant_counters where tenant_id = :tenantId::uuid' },
  indexes: {
    choices: { status: { column: 'm.status', values: ['SCHEDULED', 'CANCELLED', 'COMPLETED', 'NO_SHOW'] } },
    created: [
      { filters: ['threadId', 'hostId'], between: [] },
      { filters: [], between: ['status'] },
    ],
    sortTables: [
      {
        from: 'meetings k',
        id: 'k.id',
        choice: 'status',
        choiceColumn: 'status',
        orders: { startsAt: { column: 'starts_at', expression: 'm.starts_at' } },
      },
    ],
  },
})

/** Locks the host of a meeting, so that concurrent requests cannot give the host overlapping meetings. */
export const lockHost = statement<{ tenantId: Uuid; hostId: Uuid }, { status: string; role: string }>(
  'select status, role from users where tenant_id = :tenantId::uuid and id = :hostId::uuid for no key update',
)

export const findHost = statement<{ tenantId: Uuid; hostId: Uuid }, { name: string; email: string }>(
  'select name, email from users where tenant_id = :tenantId::uuid and id = :hostId::uuid',
)

type Times = { startsAt: string; endsAt: string }

/**
 * Finds the host's earliest meeting that overlaps these times. Requires the lock of `lockHost`. Looks one day back, because a meeting lasts
 * at most a day.
 */
export const findOverlap = statement<Times & { tenantId: Uuid; id: Uuid; hostId: Uuid }, { id: Uuid } & Times>(`
  select m.id, m.starts_at as "startsAt", m.ends_at as "endsAt" from meetings m
  where m.tenant_id = :tenantId::uuid and m.host_id = :hostId::uuid and m.status = 'SCHEDULED' and m.id <> :id::uuid
    and m.starts_at < :endsAt::timestamptz and m.starts_at > :startsAt::timestamptz - interval '1 day' and m.ends_at > :startsAt::timestamptz
  order by m.starts_at limit 1`)

export const isPast = statement<{ at: string }, { past: boolean }>('select :at::timestamptz <= now() as past')

/** Stores the addresses of removed attendees, so that an erasure finds copies of the meeting with them. */
export const noteFormerAttendees = statement<{ tenantId: Uuid; id: Uuid; emails: string[] }, object>(`
  update meetings m set former_attendees = array(select unnest(m.former_attendees) union select unnest(:emails::text[]))
  where m.tenant_id = :tenantId::uuid and m.id = :id::uuid`)

export const markRecordingDeleted = statement<{ tenantId: Uuid; id: Uuid; uploadId: Uuid }, object>(`
  update meetings m set recording = m.recording || '{"deleted": true}'::jsonb
  where m.tenant_id = :tenantId::uuid and m.id = :id::uuid and m.recording ->> 'uploadId' = (:uploadId::uuid)::text`)

/** Lists the meetings for a host's calendar feed, from 90 days ago. */
export const meetingsOfHost = statement<{ tenantId: Uuid; hostId: Uuid }, MeetingRecord>(`
  select ${meetingTable.columns} from meetings m where m.tenant_id = :tenantId::uuid and m.host_id = :hostId::uuid
    and m.starts_at > now() - interval '90 days' order by m.starts_at, m.id limit 5000`)
