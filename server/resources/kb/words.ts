/** Words that collections and articles share in their shapes. */
import { choice, component, Type } from '../../kit/index.ts'
import { readSlug } from './slugs.ts'

export const KbVisibility = component(
  'KbVisibility',
  choice(
    { PUBLIC: 'Everybody: it is in the help centre.', INTERNAL: 'The people of the tenant, over the API.' },
    { description: 'Who may read it.' },
  ),
)

export const slugText = 'The part of its address in the help centre. Former slugs keep leading to it, until something else takes them.'
export const slug = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^\\S+$',
  description: `${slugText} Letters and digits of any language, and single hyphens between them. Made of the title or name when it is left out.`,
  examples: ['how-to-get-a-refund'],
})
export const orderText = 'Its place among its siblings, lowest first; equal ones stand by name.'
export const order = Type.Integer({ minimum: 0, maximum: 1_000_000, description: orderText })

/** What is wrong with a slug, for `withRules`. */
export function slugProblems({ slug: given }: { slug?: string | undefined }) {
  const message = 'must be letters and digits, with single hyphens between them'
  return given === undefined || readSlug(given) !== null ? [] : [{ field: 'slug', code: 'INVALID', message }]
}
