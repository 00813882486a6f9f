import { t } from '../../texts/texts.ts'

/** Validates an email address in a form. Returns an error sentence, or undefined when the address looks right. */
export function findEmailProblem(form: HTMLFormElement): string | undefined {
  const field = form.elements.namedItem('email')
  if (!(field instanceof HTMLInputElement) || field.validity.valid) return undefined
  field.focus()
  return field.validity.valueMissing ? t('Enter your email address.') : t('Enter an email address, such as dana@example.com.')
}
