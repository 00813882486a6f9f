/** Translations: articles that name one original. */
import { ApiError, type Queryable, type Uuid } from '../../../kit/index.ts'
import { kbTranslationRefused } from './article.ts'
import { holdOriginal, hasTranslations } from './queries.ts'

/**
 * What an article is a translation of: the original of the one that is named. One that does not exist is refused later, as any reference
 * is. Throws SVC-KBARTICLE-TRANSLATION_REFUSED where that would be itself, or it has translations of its own.
 */
export async function originalOf(tx: Queryable, tenantId: Uuid, id: Uuid, named: Uuid): Promise<Uuid> {
  const original = (await tx.first(holdOriginal, { tenantId, original: named }))?.original ?? named
  if (original === id || (await tx.first(hasTranslations, { tenantId, id }))) throw new ApiError(kbTranslationRefused)
  return original
}
