import { t } from '../../texts/texts.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Returns an error sentence for a control, and null for a valid one. The browser validates, but forms have `noValidate`: the browser's own
 * bubble vanishes, is in the browser's language, and is cut off at a dialog's edge. The sentence of a custom validity is empty, because the
 * control shows its own error.
 */
export function explainInvalid(control: Control): string | null {
  const { validity } = control
  if (!control.willValidate || validity.valid) return null
  if (validity.customError) return ''
  if (validity.badInput && control.type === 'number') return t('Enter a number.')
  if (validity.badInput) return t('Enter a complete date.')
  if (validity.valueMissing) return t('Fill this in.')
  if (validity.typeMismatch && control.type === 'email') return t('Enter a complete email address, such as ada@example.com.')
  if (validity.typeMismatch) return t('Enter a complete address that starts with https://.')
  const { min = '', max = '' } = control instanceof HTMLInputElement ? control : {}
  if ((validity.rangeUnderflow || validity.rangeOverflow) && min !== '' && max !== '')
    return t('Enter a number from {min} to {max}.', { min: Number(min), max: Number(max) })
  return validity.stepMismatch ? t('Enter a whole number.') : t('Check this value.')
}

/** Returns the invalid controls of a form with their errors, in order. */
export function findInvalidControls(form: HTMLFormElement): { control: Control; problem: string }[] {
  return [...form.elements].flatMap((control) => {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement)) return []
    const problem = explainInvalid(control)
    return problem === null ? [] : [{ control, problem }]
  })
}
