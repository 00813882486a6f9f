import { endpoint, found, list, presenterOf } from '../../kit/index.ts'
import { kbArticle } from './articles/article.ts'
import { versionList, type VersionRow } from './articles/queries.ts'
import { KbArticleVersion } from './articles/version-schema.ts'

const presented = presenterOf(KbArticleVersion)

export const listKbArticleVersions = endpoint({
  operationId: 'listKbArticleVersions',
  method: 'GET',
  path: '/kb/articles/{id}/versions',
  tag: 'kb',
  scope: kbArticle.scopes.read,
  summary: 'List the versions of an article',
  description: 'What the article was, who changed it and when, newest first: all that were published, and the latest 200 of all.',
  params: { id: kbArticle.id },
  responds: { 200: list(KbArticleVersion) },
  present: (version: VersionRow) => presented(version),
  async handle(context) {
    const { id: articleId } = await found(context, kbArticle)
    return versionList.fetch(context.db, context.principal.tenantId, context.page, { articleId })
  },
})
