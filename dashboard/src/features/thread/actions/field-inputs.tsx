/** Converts custom fields to form fields, each with a control for its type. */
import type { CustomField } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import type { CustomInput, FieldSpec } from '../../../ui/form/fields.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Select } from '../../../ui/select.tsx'

const boxed = 'field w-full'

/** Builds the form fields. Includes archived options only while they are chosen, and archived fields only while they have a value. */
export function buildFieldSpecs(
  fields: readonly CustomField[],
  values: Readonly<Record<string, unknown>>,
  target: CustomField['appliesTo'] = 'THREAD',
): FieldSpec[] {
  return fields
    .filter(({ appliesTo, archivedAt, key }) => appliesTo === target && (archivedAt === null || key in values))
    .toSorted((a, b) => a.order - b.order)
    .map((field) => toFieldSpec(field, values[field.key]))
}

function toFieldSpec({ key, name, type, options, required }: CustomField, value: unknown): FieldSpec {
  const common = {
    name: `customFields.${key}`,
    label: name,
    ...(required === 'ON_RESOLVE' ? { hint: t('Fill this in before you resolve the thread.') } : {}),
  }
  const chosen = Array.isArray(value) ? value : [value]
  const choices = options
    .filter((each) => !each.archived || chosen.includes(each.value))
    .map((each) => ({ value: each.value, label: each.label }))
  if (type === 'BOOLEAN') {
    // A checkbox could not distinguish "no" from an empty field.
    return { ...common, kind: 'custom', Input: YesNo }
  }
  if (type === 'SELECT') return { ...common, kind: 'choice', options: choices }
  if (type === 'MULTISELECT') return { ...common, kind: 'custom', isGroup: true, Input: createMultiSelect(choices) }
  if (type === 'NUMBER') return { ...common, kind: 'custom', Input: NumberInput }
  if (type === 'DATE') return { ...common, kind: 'custom', Input: DateInput }
  return { ...common, kind: 'text', type: type === 'URL' ? 'url' : 'text', maxLength: 4096 }
}

function YesNo({ id, value, onChange, describedBy, isReadOnly }: CustomInput) {
  return (
    <Select
      id={id}
      className="w-full"
      aria-describedby={describedBy}
      disabled={isReadOnly}
      options={[
        { value: '', label: t('Not set') },
        { value: 'true', label: t('Yes') },
        { value: 'false', label: t('No') },
      ]}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={(next) => onChange(next === '' ? null : next === 'true')}
    />
  )
}

function NumberInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  return (
    <input
      id={id}
      type="number"
      step="any"
      className={boxed}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      disabled={isReadOnly}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
    />
  )
}

function DateInput({ id, value, onChange, describedBy, isInvalid, isReadOnly }: CustomInput) {
  return (
    <DateField
      id={id}
      className="w-full"
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      disabled={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={(date) => onChange(date === '' ? null : date)}
    />
  )
}

function createMultiSelect(options: readonly { value: string; label: string }[]) {
  return function MultiSelect({ value, onChange, isReadOnly }: CustomInput) {
    const chosen: unknown[] = Array.isArray(value) ? value : []
    const toggle = (option: string): void => {
      const next = options.map((each) => each.value).filter((each) => (each === option ? !chosen.includes(each) : chosen.includes(each)))
      onChange(next.length === 0 ? null : next)
    }
    return (
      <div className="grid gap-1">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              disabled={isReadOnly}
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    )
  }
}
