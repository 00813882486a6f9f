import { readLocale } from '#kit/locale.ts'
import { lockResource } from '#kit/write.ts'
import { catalogDuplicate, unknownReference } from '#platform/errors.ts'
import { toStoredBody } from './render.ts'
import { kbArticle, kbTranslationRefused } from './articles/article.ts'
import type { Change } from './articles/queries.ts'
import { getPublishFields, saveArticle, getWithdrawFields } from './articles/save-article.ts'
import { KbArticleUpdate } from './articles/schema.ts'

const changeByStatus = { PUBLISHED: 'PUBLISHED', DRAFT: 'UNPUBLISHED', ARCHIVED: 'ARCHIVED' } as const

export const updateKbArticle = kbArticle.write({
  operationId: 'updateKbArticle',
  method: 'PATCH',
  summary: 'Change an article',
  description:
    'Changes the fields sent. `title`, `body` and `bodyFormat` belong to the draft: readers see them when it is published. All ' +
    'other fields take effect at once. `status` publishes the draft (PUBLISHED), unpublishes the article (DRAFT) or archives it ' +
    '(ARCHIVED). Each change is a version that can be restored. Send the `ETag` as `If-Match`, so that you do not overwrite a ' +
    'concurrent change. Editors that save while their user types send `autosave: true`, which stores fewer versions.',
  body: KbArticleUpdate,
  result: 'The article as it is now',
  errors: [unknownReference, catalogDuplicate, kbTranslationRefused],
  async handle(context) {
    const current = await lockResource(context, kbArticle)
    const { status, autosave = false, ...body } = context.body
    const fields = {
      ...body,
      locale: body.locale === undefined ? undefined : (readLocale(body.locale) ?? undefined),
      body:
        body.body === undefined && body.bodyFormat === undefined ? undefined : toStoredBody({ ...pickDraft(current), ...pickSent(body) }),
    }
    const differs = [fields.title ?? current.title, fields.body ?? current.body, fields.bodyFormat ?? current.bodyFormat]
    const isUpToDate =
      current.status === 'PUBLISHED' &&
      differs.join('\0') === [current.publishedTitle, current.publishedBody, current.publishedBodyFormat].join('\0')
    const newStatus = status === undefined || (status === 'PUBLISHED' ? isUpToDate : status === current.status) ? null : status
    const change: Change = newStatus === null ? 'EDITED' : changeByStatus[newStatus]
    const statusFields = newStatus === null ? {} : newStatus === 'PUBLISHED' ? getPublishFields(current) : getWithdrawFields(newStatus)
    return saveArticle(
      context,
      current,
      { ...fields, ...statusFields },
      { change, userId: context.principal.user.id, isAutosave: autosave },
    )
  },
})

type Draft = { body: string; bodyFormat: 'markdown' | 'html' | 'text' }

function pickDraft({ body, bodyFormat }: Draft): Draft {
  return { body, bodyFormat }
}

function pickSent({ body, bodyFormat }: { [Name in keyof Draft]?: Draft[Name] | undefined }): Partial<Draft> {
  return { ...(body === undefined ? {} : { body }), ...(bodyFormat === undefined ? {} : { bodyFormat }) }
}
