import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { readLocale } from '#kit/locale.ts'
import { insertResource, fetchOne } from '#kit/write.ts'
import { catalogDuplicate, unknownReference } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { getSettings } from '../tenants/index.ts'
import { toStoredBody } from './render.ts'
import { claimSlug } from './slugs.ts'
import { kbArticle, kbArticlePublished, kbTranslationRefused, toKbArticle } from './articles/article.ts'
import { findNextOrder } from './articles/queries.ts'
import { storeVersion, updateSearchText } from './articles/save-article.ts'
import { findOriginal } from './articles/translations.ts'
import { KbArticle, KbArticleCreate } from './articles/schema.ts'

export const createKbArticle = endpoint.write({
  operationId: 'createKbArticle',
  method: 'POST',
  path: '/kb/articles',
  tag: 'kb',
  scope: kbArticle.scopes.write,
  summary: 'Create an article',
  description:
    'Creates an article of the knowledge base as a draft, which readers do not see until it is published (`POST ' +
    '/kb/articles/{id}/publish`); with `status: "PUBLISHED"` it is published at once. By default it is PUBLIC, in Markdown and in ' +
    'the tenant’s language.',
  body: KbArticleCreate,
  responds: { 201: item(KbArticle, 'The new article') },
  errors: [unknownReference, catalogDuplicate, kbTranslationRefused],
  etag: true,
  creates: kbArticle,
  present: toKbArticle,
  location: ({ id }) => `/kb/articles/${id}`,
  async handle(context) {
    const { tx, principal, body, effects } = context
    const { tenantId, user } = principal
    const { slug: wanted, order, ...asked } = { ...kbArticle.defaults, ...body }
    const id = newId()
    const locale = readLocale(body.locale ?? getSettings(principal).locale) ?? 'en'
    const slug = await claimSlug(tx, tenantId, { space: locale, id, wanted, name: body.title })
    const fields = {
      ...asked,
      locale,
      slug,
      body: toStoredBody(asked),
      order: order ?? (await fetchOne(tx, findNextOrder, { tenantId, collectionId: asked.collectionId ?? null })).order,
      translationOf: asked.translationOf ? await findOriginal(tx, tenantId, id, asked.translationOf) : null,
      authorId: user.id,
      ...(asked.status === 'PUBLISHED' ? { publishedVersion: 1, publishedAt: 'now' } : {}),
    }
    const change = asked.status === 'PUBLISHED' ? 'PUBLISHED' : 'CREATED'
    const outcome = await insertResource(context, kbArticle, fields, id, () =>
      storeVersion(tx, tenantId, { ...fields, id, version: 1 }, { change, userId: user.id }),
    )
    await updateSearchText(tx, tenantId, outcome.record)
    if (change === 'PUBLISHED') effects.emit(kbArticlePublished, id, outcome.record)
    return outcome
  },
})
