/** Inserts an article, its first version and the text for the search. */
import { fetchOne, insertResource } from '#kit/write.ts'
import type { Static } from '#platform/schema.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Outcome } from '#platform/outbox/effects.ts'
import { toStoredBody } from '../render.ts'
import { claimSlug } from '../slugs.ts'
import { kbArticle, kbArticlePublished } from './article.ts'
import { type ArticleRow, findNextOrder } from './queries.ts'
import { type Context, storeVersion, updateSearchText } from './save-article.ts'
import type { KbArticleCreate } from './schema.ts'
import { findOriginal } from './translations.ts'

/** Inserts the article as a draft, or published if its status says so. */
export async function insertArticle(
  context: Context,
  body: Static<typeof KbArticleCreate>,
  { locale, userId }: { locale: string; userId: Uuid },
): Promise<Outcome<ArticleRow>> {
  const {
    tx,
    effects,
    principal: { tenantId },
  } = context
  const { slug: wanted, order, ...asked } = { ...kbArticle.defaults, ...body }
  const id = newId()
  const slug = await claimSlug(tx, tenantId, { space: locale, id, wanted, name: body.title })
  const fields = {
    ...asked,
    locale,
    slug,
    body: toStoredBody(asked),
    order: order ?? (await fetchOne(tx, findNextOrder, { tenantId, collectionId: asked.collectionId ?? null })).order,
    translationOf: asked.translationOf ? await findOriginal(tx, tenantId, id, asked.translationOf) : null,
    authorId: userId,
    ...(asked.status === 'PUBLISHED' ? { publishedVersion: 1, publishedAt: 'now' } : {}),
  }
  const change = asked.status === 'PUBLISHED' ? 'PUBLISHED' : 'CREATED'
  const outcome = await insertResource(context, kbArticle, fields, id, () =>
    storeVersion(tx, tenantId, { ...fields, id, version: 1 }, { change, userId }),
  )
  await updateSearchText(tx, tenantId, outcome.record)
  if (change === 'PUBLISHED') effects.emit(kbArticlePublished, id, outcome.record)
  return outcome
}
