import { endpoint, found, item, presenterOf } from '../../kit/index.ts'
import { renderBody } from './render.ts'
import { kbArticle } from './articles/article.ts'
import { KbArticlePreview } from './articles/version-schema.ts'

export const previewKbArticle = endpoint({
  operationId: 'previewKbArticle',
  method: 'GET',
  path: '/kb/articles/{id}/preview',
  tag: 'kb',
  scope: kbArticle.scopes.read,
  summary: 'Preview an article',
  description: 'The draft as HTML, as readers would see it.',
  params: { id: kbArticle.id },
  responds: { 200: item(KbArticlePreview, 'The draft as HTML') },
  etag: true,
  present: presenterOf(KbArticlePreview),
  async handle(context) {
    const article = await found(context, kbArticle)
    const { id: articleId, title, version } = article
    return { status: 200, record: { articleId, version, title, html: renderBody(article).html } }
  },
})
