import { catalogDuplicate, endpoint, item, lockResource, readLocale, unknownReference } from '../../kit/index.ts'
import { storedBody } from './render.ts'
import { kbArticle, kbTranslationRefused, toKbArticle } from './articles/article.ts'
import type { Change } from './articles/queries.ts'
import { publishing, save, withdrawing } from './articles/save-article.ts'
import { KbArticle, KbArticleUpdate } from './articles/schema.ts'

const changeOf = { PUBLISHED: 'PUBLISHED', DRAFT: 'UNPUBLISHED', ARCHIVED: 'ARCHIVED' } as const

export const updateKbArticle = endpoint({
  operationId: 'updateKbArticle',
  method: 'PATCH',
  path: '/kb/articles/{id}',
  tag: 'kb',
  scope: kbArticle.scopes.write,
  summary: 'Change an article',
  description:
    'Changes the fields sent. `title`, `body` and `bodyFormat` belong to the draft: readers see them when it is published. All ' +
    'other fields take effect at once. `status` publishes the draft (PUBLISHED), unpublishes the article (DRAFT) or archives it ' +
    '(ARCHIVED). Each change is a version that can be restored. Send the `ETag` as `If-Match`, so that you do not overwrite a ' +
    'concurrent change.',
  params: { id: kbArticle.id },
  body: KbArticleUpdate,
  responds: { 200: item(KbArticle, 'The article as it is now') },
  errors: [unknownReference, catalogDuplicate, kbTranslationRefused],
  etag: true,
  writes: 'transaction',
  present: toKbArticle,
  async handle(context) {
    const current = await lockResource(context, kbArticle)
    const { status, ...body } = context.body
    const fields = {
      ...body,
      locale: body.locale === undefined ? undefined : (readLocale(body.locale) ?? undefined),
      body: body.body === undefined && body.bodyFormat === undefined ? undefined : storedBody({ ...draftOf(current), ...sentOf(body) }),
    }
    const differs = [fields.title ?? current.title, fields.body ?? current.body, fields.bodyFormat ?? current.bodyFormat]
    const isShown =
      current.status === 'PUBLISHED' &&
      differs.join('\0') === [current.publishedTitle, current.publishedBody, current.publishedBodyFormat].join('\0')
    const moves = status === undefined || (status === 'PUBLISHED' ? isShown : status === current.status) ? null : status
    const change: Change = moves === null ? 'EDITED' : changeOf[moves]
    const movement = moves === null ? {} : moves === 'PUBLISHED' ? publishing(current) : withdrawing(moves)
    return save(context, current, { ...fields, ...movement }, { change, userId: context.principal.user.id })
  },
})

type Draft = { body: string; bodyFormat: 'markdown' | 'html' | 'text' }

function draftOf({ body, bodyFormat }: Draft): Draft {
  return { body, bodyFormat }
}

function sentOf({ body, bodyFormat }: { [Name in keyof Draft]?: Draft[Name] | undefined }): Partial<Draft> {
  return { ...(body === undefined ? {} : { body }), ...(bodyFormat === undefined ? {} : { bodyFormat }) }
}
