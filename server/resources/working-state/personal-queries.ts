/** Drafts and marks of threads, whoever they belong to. */
import { statement, type Uuid } from '../../kit/index.ts'
import type { DraftRecord } from './queries.ts'

type OfThreads = { tenantId: Uuid; threadIds: readonly Uuid[] }
/** Of everybody: the keys begin with the person. */
const ofThreads = (alias: string): string => `${alias}.tenant_id = :tenantId::uuid and ${alias}.thread_id = any(:threadIds::uuid[])
  and ${alias}.user_id = any(array(select id from users where tenant_id = :tenantId::uuid))`

export const draftsOf = statement<OfThreads, DraftRecord>(`
  select d.thread_id as "threadId", d.kind, d.body, d.body_format as "bodyFormat", d.attachments, d.updated_at as "updatedAt"
  from thread_drafts d where ${ofThreads('d')}`)
export const deleteDrafts = statement<OfThreads, object>(`delete from thread_drafts d where ${ofThreads('d')}`)
export const deleteReads = statement<OfThreads, object>(`delete from thread_reads r where ${ofThreads('r')}`)
export const deletePresence = statement<OfThreads, object>(`delete from thread_presence p where ${ofThreads('p')}`)
