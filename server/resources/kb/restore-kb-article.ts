import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { kbArticle, kbVersionUnknown, toKbArticle } from './articles/article.ts'
import { findVersion } from './articles/queries.ts'
import { saveArticle } from './articles/save-article.ts'
import { KbArticle } from './articles/schema.ts'
import { KbArticleRestore } from './articles/version-schema.ts'

export const restoreKbArticle = endpoint({
  operationId: 'restoreKbArticle',
  method: 'POST',
  path: '/kb/articles/{id}/restore',
  tag: 'kb',
  scope: kbArticle.scopes.write,
  summary: 'Restore a version of an article',
  description: 'Copies an earlier version to the draft, as a new version. Readers see it when it is published.',
  params: { id: kbArticle.id },
  body: KbArticleRestore,
  responds: { 200: item(KbArticle, 'The article as it is now') },
  errors: [kbVersionUnknown],
  etag: true,
  writes: 'transaction',
  present: toKbArticle,
  async handle(context) {
    const {
      tx,
      principal: { tenantId, user },
      params: { id: articleId },
      body: { version },
    } = context
    const current = await lockResource(context, kbArticle)
    const restored = await tx.first(findVersion, { tenantId, articleId, version })
    if (!restored) throw unknownVersionError('version')
    const { title, body, bodyFormat } = restored
    return saveArticle(context, current, { title, body, bodyFormat }, { change: 'RESTORED', userId: user.id })
  },
})

export function unknownVersionError(field: string): ApiError {
  return new ApiError(kbVersionUnknown, { details: [{ field, code: 'UNKNOWN', message: 'is not a version of this article' }] })
}
