import { checkUnused, deleteResource } from '#kit/write.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import type { Outcome } from '#platform/outbox/effects.ts'
import { removeUploadsOfArticle } from '../../uploads/index.ts'
import { deleteSlugs } from '../queries.ts'
import { kbArticle } from './article.ts'
import { type ArticleRow, deletePartStatements } from './queries.ts'
import type { Context } from './save-article.ts'

/** Deletes a locked article with its versions, pictures, counts and slugs. Throws SVC-CATALOG-IN_USE if it has translations. */
export async function removeArticle(context: Context, current: ArticleRow): Promise<Outcome<ArticleRow>> {
  const {
    tx,
    effects,
    principal: { tenantId },
  } = context
  const { id } = current
  // A caller may catch the error and commit.
  await checkUnused(context, kbArticle, id)
  await removeUploadsOfArticle({ tx, effects, tenantId }, id)
  const outcome = await deleteResource(context, kbArticle, current)
  for (const remove of [...deletePartStatements, deleteSlugs]) await tx.rows(remove, { tenantId, id })
  if (current.publishAt !== null) await cancel(tx, 'publish-kb-article', { tenantId, key: id })
  return outcome
}
