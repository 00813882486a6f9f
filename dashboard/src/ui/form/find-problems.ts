import { t } from '../../texts/texts.ts'
import { findInvalidControls } from './explain-invalid.ts'
import type { FieldSpec, Values } from './fields.ts'

/** Validates the form without the service. Returns error sentences by field. */
export function findProblems(
  form: HTMLFormElement,
  shown: readonly FieldSpec[],
  values: Values,
  check: ((values: Values) => { field: string; message: string } | null) | undefined,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  const invalid = findInvalidControls(form)
  for (const { name, kind, required } of shown) {
    const first = invalid.find(({ control }) => control.closest<HTMLElement>('[data-field]')?.dataset['field'] === name)
    if (first) problems[name] = first.problem
    else if (kind === 'choice' && required && (values[name] ?? null) === null) problems[name] = t('Choose one.')
  }
  const checked = Object.keys(problems).length === 0 ? check?.(values) : null
  if (!checked) return problems
  const owner = shown.find(({ name }) => checked.field === name || checked.field.startsWith(`${name}[`))
  return { [owner?.name ?? checked.field]: checked.message }
}

export function focusField(form: HTMLFormElement, name: string): void {
  // The elements include fieldsets, which are invalid together with their controls. A disabled control cannot be focused.
  const isFieldOf = (control: Element): boolean =>
    control.localName !== 'fieldset' &&
    !control.matches(':disabled') &&
    control.closest<HTMLElement>('[data-field]')?.dataset['field'] === name
  const controls = [...form.elements].filter(isFieldOf)
  const invalid = controls.find((control) => control.matches(':invalid'))
  const target = invalid ?? controls[0]
  if (target instanceof HTMLElement) target.focus()
}
