import { useId } from 'react'
import type { CustomField, RequestOf } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { formatFieldValue } from './use-customers.ts'

type Value = NonNullable<RequestOf<'updateCustomer'>['body']['customFields']>[string]
type CustomFieldInputProps = { field: CustomField; value: Value | undefined; problem: string | undefined; onChange: (value: Value) => void }

/** Input for a custom field, by its type. Null removes the value. */
export function CustomFieldInput({ field, value, problem, onChange }: CustomFieldInputProps) {
  const { name, type, options, archivedAt, required } = field
  const id = useId()
  const label = required === 'ON_CREATE' ? t('{field} (required)', { field: name }) : name
  if (archivedAt !== null)
    return value === undefined || value === null ? null : <Archived field={field} value={value} onChange={onChange} />
  if (type === 'MULTISELECT') {
    const chosen = Array.isArray(value) ? value : []
    return (
      <fieldset>
        <legend className="mb-1.5 font-medium">{label}</legend>
        <div className="flex flex-wrap gap-x-4">
          {options
            .filter((option) => !option.archived || chosen.includes(option.value))
            .map((option) => (
              <label key={option.value} className="flex min-h-7 items-center gap-2">
                <input
                  type="checkbox"
                  checked={chosen.includes(option.value)}
                  onChange={({ target }) => {
                    const next = target.checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value)
                    onChange(next.length > 0 ? next : null)
                  }}
                />
                {option.label}
              </label>
            ))}
        </div>
        {problem !== undefined && <p className="mt-1.5 text-xs text-danger">{problem}</p>}
      </fieldset>
    )
  }
  if (type === 'SELECT' || type === 'BOOLEAN') {
    const choices =
      type === 'BOOLEAN'
        ? [
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]
        : options.filter((option) => !option.archived || option.value === value)
    return (
      <div>
        <label htmlFor={id} className="mb-1.5 block font-medium">
          {label}
        </label>
        <Select
          id={id}
          className="w-full"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-about`}
          placeholder={t('Not set')}
          options={[{ value: '', label: t('Not set') }, ...choices]}
          value={value === undefined || value === null ? '' : String(value)}
          onChange={(next) => onChange(next === '' ? null : type === 'BOOLEAN' ? next === 'true' : next)}
        />
        {problem !== undefined && (
          <p id={`${id}-about`} className="mt-1.5 text-xs text-danger">
            {problem}
          </p>
        )}
      </div>
    )
  }
  const inputType = type === 'NUMBER' ? 'number' : type === 'DATE' ? 'date' : type === 'URL' ? 'url' : 'text'
  return (
    <Field
      label={label}
      type={inputType}
      step={type === 'NUMBER' ? 'any' : undefined}
      problem={problem}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ target }) => onChange(target.value === '' ? null : type === 'NUMBER' ? Number(target.value) : target.value)}
    />
  )
}

/** The value of an archived field, which can be read and removed but not changed. */
function Archived({ field, value, onChange }: { field: CustomField; value: Value; onChange: (value: Value) => void }) {
  return (
    <div>
      <p className="mb-1.5 font-medium">
        {field.name} <span className="font-normal text-muted">{t('(archived)')}</span>
      </p>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate">{formatFieldValue(field, value)}</span>
        <Button onClick={() => onChange(null)}>{t('Remove')}</Button>
      </div>
    </div>
  )
}
