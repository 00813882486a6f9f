/**
 * Slugs of collections and articles. Each is of one thing at a time; a former slug leads to what had it, until something else takes it.
 * `kb_slugs` decides who has one: two writers that want the same slug wait for each other there.
 */
import { ApiError, catalogDuplicate, newId, type Queryable, type Uuid } from '../../kit/index.ts'
import { keepFormerSlugs, takeSlug } from './queries.ts'

/** `space`: slugs are unique within it. `wanted`: what the caller asks for; else one is made of `name`. */
type Asked = { space: string; id: Uuid; wanted?: string | undefined; name: string }

const lengthMax = 120
const triesMax = 10

/** Takes a slug for a thing. Throws SVC-CATALOG-DUPLICATE when something else has the one that the caller asks for. */
export async function slugFor(tx: Queryable, tenantId: Uuid, { space, id, wanted, name }: Asked): Promise<string> {
  for (const slug of wanted === undefined ? candidates(name) : [readSlug(wanted) ?? wanted]) {
    if (!(await tx.first(takeSlug, { tenantId, space, slug, id }))) continue
    await tx.rows(keepFormerSlugs, { tenantId, space, slug, id })
    return slug
  }
  const details = [{ field: 'slug', code: 'TAKEN', message: 'belongs to another object' }]
  throw new ApiError(catalogDuplicate, { message: 'Another object already has this slug.', details })
}

function candidates(name: string): string[] {
  const base = slugOf(name)
  const numbered = Array.from({ length: triesMax - 2 }, (_, i) => `${base}-${i + 2}`)
  return [base, ...numbered, `${base}-${newId().slice(-12)}`]
}

/** The words of a name, in lower case, with hyphens between them. */
export function slugOf(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    if (slug.length + word.length > lengthMax - 20) break
    slug += slug === '' ? word : `-${word}`
  }
  return slug === '' ? [...(words[0] ?? 'untitled')].slice(0, 60).join('') : slug
}

/** A slug as it is kept; null when it is none. */
export function readSlug(text: string): string | null {
  const slug = text.normalize('NFC').toLowerCase()
  return /^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u.test(slug) ? slug : null
}

/** The anchor of a heading. Not one of the page's own. */
export function anchorOf(heading: string): string {
  return `s-${slugOf(heading)}`
}
