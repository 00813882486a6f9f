import { useId } from 'react'
import type { CustomField, RequestOf } from '@skein/client'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatFieldValue } from './use-customers.ts'

type Value = NonNullable<RequestOf<'updateCustomer'>['body']['customFields']>[string]
type CustomFieldInputProps = { field: CustomField; value: Value | undefined; problem: string | undefined; onChange: (value: Value) => void }

/** An input for a custom field, depending on its type. Null removes the value. */
export function CustomFieldInput({ field, value, problem, onChange }: CustomFieldInputProps) {
  const { name, type, options, archivedAt, required } = field
  const id = useId()
  const label = required === 'ON_CREATE' ? `${name} (required)` : name
  if (archivedAt !== null)
    return value === undefined || value === null ? null : <Archived field={field} value={value} onChange={onChange} />
  if (type === 'MULTISELECT') {
    const chosen = Array.isArray(value) ? value : []
    return (
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{label}</legend>
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
        {problem !== undefined && <p className="mt-1 text-sm text-danger">{problem}</p>}
      </fieldset>
    )
  }
  if (type === 'SELECT' || type === 'BOOLEAN') {
    const choices =
      type === 'BOOLEAN'
        ? [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]
        : options.filter((option) => !option.archived || option.value === value)
    return (
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          {label}
        </label>
        <select
          id={id}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-about`}
          className="h-9 w-full rounded-md border border-line-strong bg-surface px-2"
          value={value === undefined || value === null ? '' : String(value)}
          onChange={({ target }) => onChange(target.value === '' ? null : type === 'BOOLEAN' ? target.value === 'true' : target.value)}
        >
          <option value="">—</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        {problem !== undefined && (
          <p id={`${id}-about`} className="mt-1 text-sm text-danger">
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

/** The value of an archived field. It can be read and removed, but not changed. */
function Archived({ field, value, onChange }: { field: CustomField; value: Value; onChange: (value: Value) => void }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">
        {field.name} <span className="font-normal text-muted">(archived)</span>
      </p>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate">{formatFieldValue(field, value)}</span>
        <Button onClick={() => onChange(null)}>Remove</Button>
      </div>
    </div>
  )
}
