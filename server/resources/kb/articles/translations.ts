/** Handles translations: articles with the same original. */
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { kbTranslationRefused } from './article.ts'
import { lockOriginal, hasTranslations } from './queries.ts'

/**
 * Returns the original for a translation: the given article, or that article's original. A missing article is rejected later, like any
 * unknown reference. Throws SVC-KBARTICLE-TRANSLATION_REFUSED if the original would be the article itself, or the article has translations.
 */
export async function findOriginal(tx: Queryable, tenantId: Uuid, id: Uuid, named: Uuid): Promise<Uuid> {
  const original = (await tx.first(lockOriginal, { tenantId, original: named }))?.original ?? named
  if (original === id || (await tx.first(hasTranslations, { tenantId, id }))) throw new ApiError(kbTranslationRefused)
  return original
}
