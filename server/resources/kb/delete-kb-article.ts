import { lockResource } from '#kit/write.ts'
import { catalogInUse } from '#platform/errors.ts'
import { kbArticle } from './articles/article.ts'
import { removeArticle } from './articles/remove-article.ts'

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
  handle: async (context) => removeArticle(context, await lockResource(context, kbArticle)),
})
