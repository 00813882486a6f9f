/** Completes the parts of a reply, or makes text of them for channels that show only text. */
import { articleUrl } from '#kit/help-paths.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import { toPlainText } from '#kit/safe-html.ts'
import { detectFormat } from '#kit/text-format.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, type ErrorDetail, unknownReference, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { getChannel } from '../../../channels/index.ts'
import type { Config } from '../../../config.ts'
import { findPartProblems, type PartInput, type StoredPart } from '../record/part-schema.ts'
import { findPartArticles, type PartArticle } from './part-queries.ts'
import { findThreadInbox } from './provider-queries.ts'

const maxExcerptLength = 200

/** Returns the parts with what they show. Throws 400 for an article that is not public. */
export async function resolveParts(db: Queryable, tenantId: Uuid, sent: readonly PartInput[]): Promise<StoredPart[]> {
  const articles = await findArticles(db, tenantId, sent)
  return sent.map(({ kind, articleId, options = null }) => {
    const article = articleId === undefined ? undefined : articles.get(articleId)
    const shown = article ? { articleId: article.id, slug: article.slug, title: article.title, excerpt: toExcerpt(article) } : noArticle
    return { kind, ...shown, options }
  })
}

const noArticle = { articleId: null, slug: null, title: null, excerpt: null }

type Body = { readonly body: string; readonly bodyFormat?: 'text' | 'html' | undefined; readonly parts?: PartInput[] | undefined }

/** Returns the body of a reply, with its parts as text and links unless the thread takes place in a chat that shows them. */
export async function writeOutParts<Given extends Body & { readonly sendBy?: string | undefined }>(
  { db, config }: { db: Queryable; config: Config },
  key: { tenantId: Uuid; threadId: Uuid },
  given: Given,
): Promise<Given> {
  const { parts: sent = [], sendBy } = given
  if (sent.length === 0) return given
  const details = findPartProblems(sent)
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  const inbox = await db.first(findThreadInbox, key)
  const isChat = inbox !== null && inbox.hook === null && getChannel(inbox.type).settings === 'widget' && inbox.conversationAddress !== null
  if (isChat && (sendBy === undefined || sendBy === 'CHANNEL')) return given
  const articles = await findArticles(db, key.tenantId, sent)
  const lines: { text: string; url: string | null }[] = []
  for (const { articleId, options = [] } of sent) {
    const article = articleId === undefined ? undefined : articles.get(articleId)
    if (article) lines.push({ text: article.title, url: articleUrl(config.baseUrl, article.tenantSlug, article) })
    for (const { label } of options) lines.push({ text: `• ${label}`, url: null })
  }
  const { parts: _, ...rest } = given
  const isHtml = (given.bodyFormat ?? detectFormat(given.body)) === 'html'
  const added = isHtml
    ? lines
        .map(({ text, url }) => `<p>${url === null ? escapeHtml(text) : `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`}</p>`)
        .join('')
    : lines.map(({ text, url }) => `\n${url === null ? text : `${text}: ${url}`}`).join('')
  // Safe because only `parts`, which is optional, was removed.
  return { ...rest, body: isHtml || added === '' ? given.body + added : `${given.body}\n${added}` } as Given
}

async function findArticles(db: Queryable, tenantId: Uuid, sent: readonly PartInput[]): Promise<Map<Uuid, PartArticle>> {
  const ids = sent.flatMap(({ articleId }) => articleId ?? [])
  const found = new Map(
    (ids.length === 0 ? [] : await db.rows(findPartArticles, { tenantId, ids })).map((article) => [article.id, article]),
  )
  const details: ErrorDetail[] = sent.flatMap(({ articleId }, i) =>
    articleId === undefined || found.has(articleId)
      ? []
      : [{ field: `parts[${i}].articleId`, code: 'UNKNOWN', message: 'is not a public article of this tenant' }],
  )
  if (details.length > 0) throw new ApiError(unknownReference, { details })
  return found
}

/** Returns the beginning of an article on one line. */
function toExcerpt({ body, bodyFormat }: PartArticle): string {
  const beginning = body.slice(0, 4_000)
  const text =
    bodyFormat === 'html'
      ? toPlainText(beginning)
      : bodyFormat === 'markdown'
        ? beginning.replaceAll(/[#*_`>]|\]\([^)]*\)|!?\[/g, '')
        : beginning
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return characters.length <= maxExcerptLength
    ? characters.join('')
    : `${characters
        .slice(0, maxExcerptLength - 1)
        .join('')
        .trimEnd()}…`
}
