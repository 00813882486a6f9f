import { t } from '../../texts/texts.ts'

/** Returns what is wrong with the email address that is typed in a form, as a sentence; undefined when it looks right. */
export function findEmailProblem(form: HTMLFormElement): string | undefined {
  const field = form.elements.namedItem('email')
  if (!(field instanceof HTMLInputElement) || field.validity.valid) return undefined
  field.focus()
  return field.validity.valueMissing ? t('Enter your email address.') : t('Enter an email address, such as dana@example.com.')
}
