/** Changes of articles: the only place that writes their drafts, versions and what readers see. */
import {
  cancel,
  updateResource,
  changesOf,
  type Effects,
  newId,
  type Outcome,
  type Queryable,
  joinWords,
  unchanged,
  type Uuid,
} from '../../../kit/index.ts'
import { slugFor } from '../slugs.ts'
import { kbArticle, kbArticlePublished } from './article.ts'
import { keepPictures } from '../article-pictures.ts'
import { addVersion, dropOldVersions, dropText, keepText, type ArticleRow, type Change } from './queries.ts'
import { renderBody } from '../render.ts'
import { originalOf } from './translations.ts'

type Fields = Partial<Omit<ArticleRow, 'id' | 'version' | 'createdAt' | 'updatedAt'>>
type Writing = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** Versions that were never published, kept of an article. */
const versionsKept = 200

/** Applies fields to a locked article: keeps the version, and has readers and the search see what is published then. `isDue`: by the job that ends with it. */
export async function save(
  context: Writing,
  current: ArticleRow,
  asked: { readonly [Name in keyof Fields]?: Fields[Name] | undefined },
  { change, userId, isDue = false }: { change: Change; userId: Uuid; isDue?: boolean },
): Promise<Outcome<ArticleRow>> {
  const {
    tx,
    effects,
    principal: { tenantId },
  } = context
  const sent = await completed(tx, tenantId, current, asked)
  if (!changesOf<Fields>(current, sent)) return unchanged(current)
  const { id } = current
  const next = { ...current, ...sent }
  await keepVersion(tx, tenantId, { ...next, version: current.version + 1 }, { change, userId })
  const outcome = await updateResource(context, kbArticle, current, sent, {
    action: change === 'EDITED' ? 'updated' : change.toLowerCase(),
  })
  await showReaders(tx, tenantId, outcome.record)
  if (current.publishAt !== null && next.publishAt === null && !isDue) await cancel(tx, 'publish-kb-article', { tenantId, key: id })
  if (next.publishAt !== null && next.publishAt !== current.publishAt)
    effects.enqueue('publish-kb-article', { key: id, at: next.publishAt, input: { userId } })
  if (change === 'PUBLISHED') effects.emit(kbArticlePublished, id, outcome.record)
  return outcome
}

/** The fields that make what the draft is then the version that readers see. */
export function publishing({ version }: Pick<ArticleRow, 'version'>): Fields {
  return { status: 'PUBLISHED', publishedVersion: version + 1, publishedAt: 'now', publishAt: null }
}

/** The fields that take an article from its readers. */
export function withdrawing(status: 'DRAFT' | 'ARCHIVED'): Fields {
  return { status, publishedVersion: null, publishedAt: null, publishAt: null }
}

/** A version is the article as it was from then on, with its pictures. */
export async function keepVersion(
  tx: Queryable,
  tenantId: Uuid,
  { id: articleId, version, title, body, bodyFormat }: Pick<ArticleRow, 'id' | 'version' | 'title' | 'body' | 'bodyFormat'>,
  { change, userId: authorId }: { change: Change; userId: Uuid | null },
): Promise<void> {
  await tx.rows(addVersion, { tenantId, articleId, version, id: newId(), change, title, body, bodyFormat, authorId })
  await keepPictures(tx, tenantId, { id: articleId, body })
  if (version > versionsKept) await tx.rows(dropOldVersions, { tenantId, articleId, kept: versionsKept })
}

/** The search finds what readers see, and nothing else. */
export async function showReaders(tx: Queryable, tenantId: Uuid, article: ArticleRow): Promise<void> {
  const { id: articleId, publishedTitle: title, publishedBody, publishedBodyFormat } = article
  if (title === null || publishedBody === null || publishedBodyFormat === null)
    return void (await tx.rows(dropText, { tenantId, articleId }))
  const { text: body } = renderBody({ body: publishedBody, bodyFormat: publishedBodyFormat })
  await tx.rows(keepText, { tenantId, articleId, title, body, titleWords: joinWords(title), bodyWords: joinWords(body) })
}

/** With the slug that it gets, also where it comes to another language, and with the original of its original. */
async function completed(tx: Queryable, tenantId: Uuid, current: ArticleRow, asked: Parameters<typeof save>[2]): Promise<Fields> {
  // Safe because the fields that were not sent are left out.
  const sent = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Fields
  const { id, locale, slug } = current
  const space = sent.locale ?? locale
  if (sent.slug !== undefined) sent.slug = await slugFor(tx, tenantId, { space, id, wanted: sent.slug, name: current.title })
  else if (space !== locale) sent.slug = await slugFor(tx, tenantId, { space, id, name: slug.replaceAll('-', ' ') })
  if (sent.translationOf && sent.translationOf !== current.translationOf)
    sent.translationOf = await originalOf(tx, tenantId, id, sent.translationOf)
  return sent
}
