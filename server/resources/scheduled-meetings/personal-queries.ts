/** Statements for the erasure and export of customers' data in meetings. */
import { erasedEmail, erasedText } from '#kit/privacy/holding.ts'
import { lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { MeetingRecord } from './present.ts'
import { meetingTable } from './queries.ts'
import type { Attendee } from './schema.ts'

type Ids = { tenantId: Uuid; ids: readonly Uuid[] }

export const lockMeetingsOf = statement<{ tenantId: Uuid; threadIds: Uuid[] }, Pick<MeetingRecord, 'id' | 'recording' | 'title'>>(`
  select m.id, m.recording, m.title from meetings m where m.tenant_id = :tenantId::uuid and m.origin_id = any(:threadIds::uuid[]) order by m.id for update`)

/** Erases the content of meetings, but keeps times, host and status. Cancels scheduled meetings. */
export const blankMeetings = statement<Ids, object>(`
  update meetings m set title = '${erasedText}', location = null, recording = null, attendees = '[]', former_attendees = '{}',
    status = case when m.status = 'SCHEDULED' then 'CANCELLED' else m.status end, version = m.version + 1
  where m.tenant_id = :tenantId::uuid and m.id = any(:ids::uuid[])`)

export const deleteMeetings = statement<Ids, object>('delete from meetings where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])')

type Invited = { id: Uuid; attendees: Attendee[]; formerAttendees: string[] }

/** Reads the next meetings in id order. */
export const nextMeetings = statement<{ tenantId: Uuid; after: string | null; limit: number }, Invited>(`
  select m.id, m.attendees, m.former_attendees as "formerAttendees" from meetings m where m.tenant_id = :tenantId::uuid and m.id > coalesce(:after::uuid, ${lowestIdSql}) order by m.id limit :limit::int`)

/** Erases the attendees with these addresses from a meeting. */
export const blankAttendees = statement<{ tenantId: Uuid; id: Uuid; emails: string[] }, object>(`
  update meetings m set version = m.version + 1,
    former_attendees = array(select unnest(m.former_attendees) except select unnest(:emails::text[])), attendees = (
    select coalesce(jsonb_agg(case when a.attendee ->> 'email' = any(:emails::text[])
      then a.attendee || '{"email": "${erasedEmail}", "name": null, "timezone": null}'::jsonb else a.attendee end order by a.place), '[]')
    from jsonb_array_elements(m.attendees) with ordinality a(attendee, place))
  where m.tenant_id = :tenantId::uuid and m.id = :id::uuid`)

/** Reads the meetings in customers' threads, in id order. */
export const meetingsOfCustomers = statement<
  { tenantId: Uuid; customerIds: readonly Uuid[]; after: string | null; limit: number },
  MeetingRecord
>(`
  select ${meetingTable.columns} from meetings m join threads o on o.tenant_id = :tenantId::uuid and o.id = m.origin_id
  where m.tenant_id = :tenantId::uuid and o.customer_id = any(:customerIds::uuid[]) and m.id > coalesce(:after::uuid, ${lowestIdSql})
  order by m.id limit :limit::int`)
