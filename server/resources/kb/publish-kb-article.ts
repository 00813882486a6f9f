import { lockResource, fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { timeOutOfRange } from '../threads/index.ts'
import { kbArticle } from './articles/article.ts'
import { readTime } from './articles/queries.ts'
import { getPublishFields, saveArticle } from './articles/save-article.ts'
import { KbArticlePublish } from './articles/schema.ts'

export const publishKbArticle = kbArticle.write({
  operationId: 'publishKbArticle',
  method: 'POST',
  path: '/kb/articles/{id}/publish',
  summary: 'Publish an article',
  description:
    'Publishes the draft at once, or the draft of that moment at `publishAt`. If the draft equals the published version, nothing ' +
    'changes. Another `publishAt` replaces the planned time, and null cancels it.',
  body: KbArticlePublish,
  result: 'The article as it is now',
  errors: [timeOutOfRange],
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
