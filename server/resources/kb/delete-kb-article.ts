import { lockResource, deleteResource } from '#kit/write.ts'
import { catalogInUse } from '#platform/errors.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { removeUploadsOfArticle } from '../uploads/index.ts'
import { deleteSlugs } from './queries.ts'
import { kbArticle } from './articles/article.ts'
import { deletePartStatements } from './articles/queries.ts'

export const deleteKbArticle = kbArticle.write({
  operationId: 'deleteKbArticle',
  method: 'DELETE',
  deletion: 'final',
  summary: 'Delete an article',
  description:
    'Deletes an article with all its versions and pictures. To hide it only, set `status` to ARCHIVED. Translations must be ' +
    'deleted before their original.',
  result: 'The article as it was',
  errors: [catalogInUse],
  async handle(context) {
    const {
      tx,
      effects,
      principal: { tenantId },
      params: { id },
    } = context
    const current = await lockResource(context, kbArticle)
    await removeUploadsOfArticle({ tx, effects, tenantId }, id)
    const outcome = await deleteResource(context, kbArticle, current)
    for (const remove of [...deletePartStatements, deleteSlugs]) await tx.rows(remove, { tenantId, id })
    if (current.publishAt !== null) await cancel(tx, 'publish-kb-article', { tenantId, key: id })
    return outcome
  },
})
