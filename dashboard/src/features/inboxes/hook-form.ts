/** Builds the form of a provider's settings from `GET /inbox-types`. */
import type { InboxTypeInfo } from '@skein/client'
import { message, t } from '../../texts/texts.ts'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { createChoicesInput } from './choices-input.tsx'

type ServedField = InboxTypeInfo['providers'][number]['form'][number]

/** The service's texts of forms that the catalogues translate. Other texts are shown in English. */
const servedTexts = [
  message('URL of your program'),
  message('It receives replies. Without it, replies wait until you set it and send them again.'),
  message('Formats'),
  message('HTML is converted to text where your program does not take it.'),
  message('Plain text'),
  message('HTML'),
  message('Maximum characters of a message'),
  message('Empty for no limit.'),
  message('Split longer texts'),
  message('Otherwise a reply that is too long is refused.'),
  message('Files'),
  message('Whether your program can deliver files.'),
  message('Agents may write first'),
  message('Whether agents may write to a customer who has not written before.'),
  message('Seconds in which a reply is allowed'),
  message('After the customer’s latest message. Empty for always.'),
]

const translate = (text: string): string => t(servedTexts.find((each) => each.message === text) ?? text)

const maxNumber = 1_000_000_000

/** Returns the fields of a form; without those whose kind only a later version of the dashboard knows. */
export function toFieldSpecs(form: readonly ServedField[]): FieldSpec[] {
  return form.flatMap((served): FieldSpec[] => {
    const { field: name, kind, hint, options } = served
    const common = { name, label: translate(served.label), ...(hint === null ? {} : { hint: translate(hint) }) }
    switch (kind) {
      case 'TEXT':
        return [{ ...common, kind: 'text', maxLength: 2_048 }]
      case 'URL':
        return [{ ...common, kind: 'text', type: 'url', maxLength: 2_048, placeholder: 'https://example.com/skein' }]
      case 'NUMBER':
        return [{ ...common, kind: 'number', min: 1, max: maxNumber }]
      case 'SWITCH':
        return [{ ...common, kind: 'check' }]
      case 'CHOICES': {
        const choices = options.map(({ value, label }) => ({ value, label: translate(label) }))
        return [{ ...common, kind: 'custom', isGroup: true, required: true, Input: createChoicesInput(choices) }]
      }
      default:
        return []
    }
  })
}
