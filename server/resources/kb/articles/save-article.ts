/** Saves changes to articles. No other file writes drafts, versions and the search text. */
import { findChanges } from '#kit/changes.ts'
import { joinWords } from '../../text-search/index.ts'
import { updateResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { type Effects, type Outcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { claimSlug } from '../slugs.ts'
import { kbArticle, kbArticlePublished } from './article.ts'
import { attachPictures } from '../article-pictures.ts'
import { deleteReplacedVersion, insertVersion, deleteOldVersions, deleteText, upsertText, type ArticleRow, type Change } from './queries.ts'
import { renderBody } from '../render.ts'
import { findOriginal } from './translations.ts'

type Fields = Partial<Omit<ArticleRow, 'id' | 'version' | 'createdAt' | 'updatedAt'>>
export type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** Number of latest versions to keep even if they were never published. */
const keptVersions = 200

/**
 * Applies fields to a locked article, stores the version, and updates the search text. `isDue` is true for the publish job, which must not
 * cancel itself.
 */
export async function saveArticle(
  context: Context,
  current: ArticleRow,
  requested: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
  { change, userId, isDue = false, isAutosave = false }: { change: Change; userId: Uuid; isDue?: boolean; isAutosave?: boolean },
): Promise<Outcome<ArticleRow>> {
  const {
    tx,
    effects,
    principal: { tenantId },
  } = context
  const completed = await completeFields(tx, tenantId, current, requested)
  const sent = { ...completed, hasUnpublishedChanges: differsFromPublished(current, completed) }
  if (!findChanges<Fields>(current, sent)) return toUnchangedOutcome(current)
  const { id } = current
  const next = { ...current, ...sent }
  await storeVersion(tx, tenantId, { ...next, version: current.version + 1 }, { change, userId, isAutosave })
  const outcome = await updateResource(context, kbArticle, current, sent, {
    action: change === 'EDITED' ? 'updated' : change.toLowerCase(),
  })
  await updateSearchText(tx, tenantId, outcome.record)
  if (current.publishAt !== null && next.publishAt === null && !isDue) await cancel(tx, 'publish-kb-article', { tenantId, key: id })
  if (next.publishAt !== null && next.publishAt !== current.publishAt)
    effects.enqueue('publish-kb-article', { key: id, at: next.publishAt, input: { userId } })
  if (change === 'PUBLISHED') effects.emit(kbArticlePublished, id, outcome.record)
  return outcome
}

/** Whether the draft differs from the published version after these fields are set. */
function differsFromPublished(current: ArticleRow, sent: Fields): boolean {
  // Fields with a new published version publish the draft, and fields without one unpublish the article.
  if (sent.publishedVersion !== undefined || current.publishedVersion === null) return false
  const { title, body, bodyFormat, publishedTitle, publishedBody, publishedBodyFormat } = { ...current, ...sent }
  return title !== publishedTitle || body !== publishedBody || bodyFormat !== publishedBodyFormat
}

/** Returns the fields that publish the draft as saved. */
export function getPublishFields({ version }: Pick<ArticleRow, 'version'>): Fields {
  return { status: 'PUBLISHED', publishedVersion: version + 1, publishedAt: 'now', publishAt: null }
}

/** Returns the fields that unpublish an article. */
export function getWithdrawFields(status: 'DRAFT' | 'ARCHIVED'): Fields {
  return { status, publishedVersion: null, publishedAt: null, publishAt: null }
}

/** Stores the article as a version and attaches its pictures. Deletes old versions that were never published. */
export async function storeVersion(
  tx: Queryable,
  tenantId: Uuid,
  { id: articleId, version, title, body, bodyFormat }: Pick<ArticleRow, 'id' | 'version' | 'title' | 'body' | 'bodyFormat'>,
  { change, userId: authorId, isAutosave = false }: { change: Change; userId: Uuid | null; isAutosave?: boolean },
): Promise<void> {
  const autosaved = isAutosave && change === 'EDITED'
  if (autosaved) await tx.rows(deleteReplacedVersion, { tenantId, articleId, version, authorId })
  await tx.rows(insertVersion, { tenantId, articleId, version, id: newId(), change, title, body, bodyFormat, authorId, autosaved })
  await attachPictures(tx, tenantId, { id: articleId, body })
  if (version > keptVersions) await tx.rows(deleteOldVersions, { tenantId, articleId, keep: keptVersions })
}

/** Sets the searchable text to the published version. Deletes it if the article is not published. */
export async function updateSearchText(tx: Queryable, tenantId: Uuid, article: ArticleRow): Promise<void> {
  const { id: articleId, publishedTitle: title, publishedBody, publishedBodyFormat } = article
  if (title === null || publishedBody === null || publishedBodyFormat === null)
    return void (await tx.rows(deleteText, { tenantId, articleId }))
  const { text: body } = renderBody({ body: publishedBody, bodyFormat: publishedBodyFormat })
  await tx.rows(upsertText, { tenantId, articleId, title, body, titleWords: joinWords(title), bodyWords: joinWords(body) })
}

/**
 * Drops undefined fields, claims the new slug (including after a change of language), and replaces a translation in `translationOf` by its
 * original.
 */
async function completeFields(
  tx: Queryable,
  tenantId: Uuid,
  current: ArticleRow,
  requested: Parameters<typeof saveArticle>[2],
): Promise<Fields> {
  // Safe because undefined fields are dropped.
  const sent = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined)) as Fields
  const { id, locale, slug } = current
  const space = sent.locale ?? locale
  if (sent.slug !== undefined) sent.slug = await claimSlug(tx, tenantId, { space, id, wanted: sent.slug, name: current.title })
  else if (space !== locale) sent.slug = await claimSlug(tx, tenantId, { space, id, name: slug.replaceAll('-', ' ') })
  if (sent.translationOf && sent.translationOf !== current.translationOf)
    sent.translationOf = await findOriginal(tx, tenantId, id, sent.translationOf)
  return sent
}
