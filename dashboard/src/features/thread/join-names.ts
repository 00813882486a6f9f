import { language } from '../../texts/language.ts'
import { plural } from '../../texts/texts.ts'

// British English has no comma before the last item.
const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' })

/** Joins names to a list in the user's language, such as `Ada, Grace and 2 others`. */
export function joinNames(names: readonly string[], max = names.length): string {
  const shown = names.slice(0, max)
  const others = names.length - shown.length
  return list.format(others === 0 ? shown : [...shown, plural(others, '{count} other', '{count} others')])
}
