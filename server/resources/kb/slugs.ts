/**
 * Slugs of collections and articles. A slug belongs to one object at a time; a former slug resolves to its last object until another object
 * claims it. The unique key of `kb_slugs` decides races: of two concurrent requests for a slug, the second waits for the first.
 */
import type { Queryable } from '#platform/db.ts'
import { ApiError, catalogDuplicate } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { retireSlugs, insertSlug } from './queries.ts'

/** Request for a slug, which is unique within `space`. `wanted` is the slug in the request; without it, the slug is derived from `name`. */
type SlugRequest = { space: string; id: Uuid; wanted?: string | undefined; name: string }

const maxLength = 120
const maxAttempts = 10

/** Claims a slug for an object. Throws SVC-CATALOG-DUPLICATE if another object has the requested slug. */
export async function claimSlug(tx: Queryable, tenantId: Uuid, { space, id, wanted, name }: SlugRequest): Promise<string> {
  for (const slug of wanted === undefined ? listCandidates(name) : [readSlug(wanted) ?? wanted]) {
    if (!(await tx.first(insertSlug, { tenantId, space, slug, id }))) continue
    await tx.rows(retireSlugs, { tenantId, space, slug, id })
    return slug
  }
  const details = [{ field: 'slug', code: 'TAKEN', message: 'belongs to another object' }]
  throw new ApiError(catalogDuplicate, { message: 'Another object already has this slug.', details })
}

function listCandidates(name: string): string[] {
  const base = toSlug(name)
  const numbered = Array.from({ length: maxAttempts - 2 }, (_, i) => `${base}-${i + 2}`)
  return [base, ...numbered, `${base}-${newId().slice(-12)}`]
}

/** Returns the lower-case words of a name, joined by hyphens. */
export function toSlug(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    if (slug.length + word.length > maxLength - 20) break
    slug += slug === '' ? word : `-${word}`
  }
  return slug === '' ? [...(words[0] ?? 'untitled')].slice(0, 60).join('') : slug
}

/** Normalises a slug for storage. Null if the text is not a valid slug. */
export function readSlug(text: string): string | null {
  const slug = text.normalize('NFC').toLowerCase()
  return /^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u.test(slug) ? slug : null
}

/** Returns the anchor of a heading. The prefix avoids collisions with the page's own ids. */
export function toAnchor(heading: string): string {
  return `s-${toSlug(heading)}`
}
