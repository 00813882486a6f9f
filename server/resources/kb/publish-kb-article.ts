import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource, fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { timeOutOfRange } from '../threads/index.ts'
import { kbArticle, toKbArticle } from './articles/article.ts'
import { readTime } from './articles/queries.ts'
import { getPublishFields, saveArticle } from './articles/save-article.ts'
import { KbArticle, KbArticlePublish } from './articles/schema.ts'

export const publishKbArticle = endpoint({
  operationId: 'publishKbArticle',
  method: 'POST',
  path: '/kb/articles/{id}/publish',
  tag: 'kb',
  scope: kbArticle.scopes.write,
  summary: 'Publish an article',
  description:
    'Publishes the draft at once, or the draft of that moment at `publishAt`. If the draft equals the published version, nothing ' +
    'changes. Another `publishAt` replaces the planned time, and null cancels it.',
  params: { id: kbArticle.id },
  body: KbArticlePublish,
  responds: { 200: item(KbArticle, 'The article as it is now') },
  errors: [timeOutOfRange],
  etag: true,
  writes: 'transaction',
  present: toKbArticle,
  async handle(context) {
    const {
      tx,
      body: { publishAt },
      principal: { user },
    } = context
    const current = await lockResource(context, kbArticle)
    if (publishAt === null) return saveArticle(context, current, { publishAt }, { change: 'EDITED', userId: user.id })
    if (publishAt !== undefined) {
      if (!(await fetchOne(tx, readTime, { at: publishAt })).isLater)
        throw new ApiError(timeOutOfRange, { details: [{ field: 'publishAt', code: 'PAST', message: 'is in the past' }] })
      return saveArticle(context, current, { publishAt }, { change: 'EDITED', userId: user.id })
    }
    const isUpToDate = current.status === 'PUBLISHED' && !current.hasUnpublishedChanges
    if (isUpToDate && current.publishAt === null) return toUnchangedOutcome(current)
    return saveArticle(context, current, getPublishFields(current), { change: 'PUBLISHED', userId: user.id })
  },
})
