/** Schema parts that collections and articles share. */
import { choice, component, Type } from '#platform/schema.ts'
import { readSlug } from './slugs.ts'

export const KbVisibility = component(
  'KbVisibility',
  choice({ PUBLIC: 'Public: it is in the help centre.', INTERNAL: 'Users of the tenant, over the API.' }, { description: 'Its audience.' }),
)

export const slugText = 'The last part of its URL in the help centre. Former slugs redirect to it until another object takes them.'
export const slug = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^\\S+$',
  description: `${slugText} Letters and digits of any language, with single hyphens between them. By default derived from the title or name.`,
  examples: ['how-to-get-a-refund'],
})
export const orderText = 'Its position among its siblings, ascending; then by name.'
export const order = Type.Integer({ minimum: 0, maximum: 1_000_000, description: orderText })

/** Returns a slug's problems, for `withRules`. */
export function findSlugProblems({ slug: given }: { slug?: string | undefined }) {
  const message = 'must be letters and digits, with single hyphens between them'
  return given === undefined || readSlug(given) !== null ? [] : [{ field: 'slug', code: 'INVALID', message }]
}
