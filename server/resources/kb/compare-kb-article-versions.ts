import { diffLines } from 'diff'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { findResource } from '#kit/write.ts'
import type { Static } from '#platform/schema.ts'
import { kbArticle, kbVersionUnknown } from './articles/article.ts'
import { findOldest, findVersion } from './articles/queries.ts'
import { unknownVersionError } from './restore-kb-article.ts'
import { KbArticleDifference, KbDifferenceQuery } from './articles/version-schema.ts'

/** Maximum milliseconds for a diff. Very different texts take longer; the response then has one removed and one added text. */
const maxCompareMs = 200

export const compareKbArticleVersions = endpoint.read({
  operationId: 'compareKbArticleVersions',
  path: '/kb/articles/{id}/difference',
  tag: 'kb',
  scope: kbArticle.scopes.read,
  summary: 'Compare two versions of an article',
  description: 'Returns the lines that were added and removed between two versions.',
  params: { id: kbArticle.id },
  query: KbDifferenceQuery,
  responds: { 200: item(KbArticleDifference, 'The differences') },
  errors: [kbVersionUnknown],
  present: createPresenter(KbArticleDifference),
  async handle(context) {
    const {
      db,
      principal: { tenantId },
      query,
    } = context
    const { id: articleId, version, publishedVersion } = await findResource(context, kbArticle)
    const oldest = query.from ?? publishedVersion ?? (await db.first(findOldest, { tenantId, articleId }))?.version ?? version
    const numbers = { from: oldest, to: query.to ?? version }
    const before = await db.first(findVersion, { tenantId, articleId, version: numbers.from })
    if (!before) throw unknownVersionError('from')
    const after = await db.first(findVersion, { tenantId, articleId, version: numbers.to })
    if (!after) throw unknownVersionError('to')
    const title = { from: before.title, to: after.title }
    return { status: 200, record: { articleId, ...numbers, title, lines: compareLines(before.body, after.body) } }
  },
})

function compareLines(before: string, after: string): Static<typeof KbArticleDifference>['lines'] {
  const whole = [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  const parts = diffLines(before, after, { timeout: maxCompareMs }) ?? whole
  return parts
    .filter(({ value }) => value !== '')
    .map(({ value: text, added, removed }) => ({ kind: added ? 'ADDED' : removed ? 'REMOVED' : 'SAME', text }))
}
