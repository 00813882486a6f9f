import { lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { kbArticle, kbVersionUnknown } from './articles/article.ts'
import { findVersion } from './articles/queries.ts'
import { saveArticle } from './articles/save-article.ts'
import { KbArticleRestore } from './articles/version-schema.ts'

export const restoreKbArticle = kbArticle.write({
  operationId: 'restoreKbArticle',
  method: 'POST',
  path: '/kb/articles/{id}/restore',
  summary: 'Restore a version of an article',
  description: 'Copies an earlier version to the draft, as a new version. Readers see it when it is published.',
  body: KbArticleRestore,
  result: 'The article as it is now',
  errors: [kbVersionUnknown],
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
