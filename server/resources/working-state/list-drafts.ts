import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toOneLine } from '#kit/one-line.ts'
import { toTextOfBeginning } from '#kit/safe-html.ts'
import type { Queryable } from '#platform/db.ts'
import type { ListResult, Page, Position } from '#platform/http/declared-endpoint.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import { addPreviews, type ListedThread, readNumberedThreads, toListedThread } from '../threads/index.ts'
import { countDrafts, excerptLength, listDraftRows, type DraftRow } from './queries.ts'
import { DraftListQuery, ListedDraft, maxDraftExcerpt } from './schema.ts'

/** `thread` is absent unless it is requested. */
type ListedRow = DraftRow & { thread?: ListedThread | null }

export const listDrafts = endpoint.read({
  operationId: 'listDrafts',
  path: '/drafts',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'List your drafts',
  description:
    'Your unsent drafts of replies and notes in all threads, the latest saved first. Drafts belong to the caller’s user. With ' +
    '`include=thread` each draft has its thread.',
  query: DraftListQuery,
  responds: { 200: list(ListedDraft, 'A page of your drafts, the latest saved first') },
  present: toListedDraft,
  async handle({ db, principal: { tenantId, user }, page, query: { include } }) {
    const found = await fetchDrafts(db, { tenantId, userId: user.id }, page)
    return include === undefined ? found : { ...found, records: await addThreads(db, tenantId, found.records) }
  },
})

/** Drafts saved in the same millisecond are ordered by thread and kind, so the position has the kind as well. */
const positionOf = ({ updatedAt, kind, threadId }: DraftRow): Position => ({ at: `${kind} ${updatedAt}`, id: threadId })
/** The position before all drafts. */
const beginning: Position = { at: ' infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

async function fetchDrafts(db: Queryable, own: { tenantId: Uuid; userId: Uuid }, { limit, after }: Page): Promise<ListResult<ListedRow>> {
  const { at, id } = after ?? beginning
  const gap = at.indexOf(' ')
  const position = { afterAt: at.slice(gap + 1), afterId: id, afterKind: at.slice(0, gap) }
  const [rows, count] = await Promise.all([db.rows(listDraftRows, { ...own, ...position, limit: limit + 1 }), db.first(countDrafts, own)])
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  return { records, total: count?.total ?? 0, next: rows.length > limit && last ? positionOf(last) : null, positionOf }
}

/** Adds the threads of all drafts, and the latest message of each: two statements. */
async function addThreads(db: Queryable, tenantId: Uuid, drafts: readonly ListedRow[]): Promise<ListedRow[]> {
  const numbers = [...new Set(drafts.flatMap(({ number }) => number ?? []))]
  const threads = await addPreviews(db, tenantId, await readNumberedThreads(db, tenantId, numbers))
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  return drafts.map((draft) => ({ ...draft, thread: byId.get(draft.threadId) ?? null }))
}

function toListedDraft({
  threadId,
  kind,
  bodyFormat,
  beginning: text,
  attachmentCount,
  updatedAt,
  thread,
}: ListedRow): Static<typeof ListedDraft> {
  return {
    threadId: toTypeId('thr', threadId),
    kind,
    excerpt: toOneLine(bodyFormat === 'html' ? toTextOfBeginning(text, { isCut: text.length >= excerptLength }) : text, maxDraftExcerpt),
    attachmentCount,
    updatedAt: isoTime(updatedAt),
    ...(thread === undefined ? {} : { thread: thread && toListedThread(thread) }),
  }
}
