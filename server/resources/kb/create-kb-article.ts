import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { readLocale } from '#kit/locale.ts'
import { catalogDuplicate, unknownReference } from '#platform/errors.ts'
import { getSettings } from '../tenants/index.ts'
import { kbArticle, kbTranslationRefused, toKbArticle } from './articles/article.ts'
import { insertArticle } from './articles/insert-article.ts'
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
    const { principal, body } = context
    const locale = readLocale(body.locale ?? getSettings(principal).locale) ?? 'en'
    return insertArticle(context, body, { locale, userId: principal.user.id })
  },
})
