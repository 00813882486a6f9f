import { useId } from 'react'
import { t } from '../../texts/texts.ts'
import { Select } from '../select.tsx'
import { DurationInput } from './duration-input.tsx'
import { includeChosen, type FieldSpec, type Values } from './fields.ts'

type FormFieldProps = {
  field: FieldSpec
  values: Values
  isReadOnly: boolean
  problems: Readonly<Record<string, string>>
  onChange: (value: unknown) => void
}

const inputClass = 'field w-full'
/** Text input without a border, which looks like the rendered page. */
const pageLook = 'field w-full border-transparent! bg-transparent! py-1.5 aria-invalid:border-danger! focus-visible:border-accent!'

/** Form field with label, hint and error. */
export function FormField({ field, values, isReadOnly, problems, onChange }: FormFieldProps) {
  const id = useId()
  const invalid = Object.values(problems)[0]
  // An empty sentence stands for an error that the control itself shows.
  const problem = invalid === '' ? undefined : invalid
  const describedBy = [field.hint === undefined ? null : `${id}-hint`, problem === undefined ? null : `${id}-problem`]
    .filter((part) => part !== null)
    .join(' ')
  const input = {
    field,
    id,
    value: values[field.name],
    values,
    isReadOnly,
    problems,
    onChange,
    describedBy: describedBy === '' ? undefined : describedBy,
    isInvalid: invalid !== undefined,
  }
  const below = (
    <>
      {field.hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {field.hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="mt-1.5 text-xs text-danger">
          {problem}
        </p>
      )}
    </>
  )
  if (field.kind === 'check')
    return (
      <div>
        <div className="flex min-h-6 items-center gap-2">
          <FieldControl {...input} />
          <label htmlFor={id} className="font-medium">
            {field.label}
          </label>
        </div>
        {below}
      </div>
    )
  if (field.kind === 'custom' && field.isGroup)
    return (
      <fieldset className="min-w-0" aria-describedby={input.describedBy}>
        <legend className={field.look === 'bare' ? 'sr-only' : 'mb-1.5 font-medium'}>{field.label}</legend>
        <FieldControl {...input} />
        {below}
      </fieldset>
    )
  return (
    <div>
      <label htmlFor={id} className={field.kind !== 'custom' && 'look' in field ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {field.label}
        {field.required !== true && field.kind !== 'choice' && <span className="font-normal text-muted"> {t('(optional)')}</span>}
      </label>
      <FieldControl {...input} />
      {below}
    </div>
  )
}

type ControlProps = FormFieldProps & { id: string; value: unknown; describedBy: string | undefined; isInvalid: boolean }

/** The control of a form field, without its label. */
export function FieldControl({ field, id, value, values, isReadOnly, problems, onChange, describedBy, isInvalid }: ControlProps) {
  const common = { id, disabled: isReadOnly, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const onText = (next: string): void => onChange(next === '' ? null : next)
  if (field.kind === 'custom') {
    const { Input } = field
    return <Input {...{ id, value, values, onChange, describedBy, isInvalid, isReadOnly, problems }} />
  }
  if (field.kind === 'check')
    return (
      <input {...common} type="checkbox" className="size-4" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
    )
  if (field.kind === 'choice')
    return (
      <Select
        {...common}
        className="w-full"
        value={text === '' ? (field.fallback ?? '') : text}
        placeholder={field.required ? t('Choose…') : (field.none ?? t('None'))}
        options={[
          ...(field.required || field.fallback !== undefined ? [] : [{ value: '', label: field.none ?? t('None') }]),
          ...includeChosen(field.options, text),
        ]}
        onChange={onText}
      />
    )
  if (field.kind === 'area')
    return (
      <textarea
        {...common}
        className={
          field.look ? `${pageLook} field-sizing-content min-h-[max(55dvh,16rem)] resize-none text-md/[1.5625rem]` : `${inputClass} py-2`
        }
        placeholder={field.placeholder}
        dir="auto"
        rows={field.rows ?? 4}
        maxLength={field.maxLength}
        required={field.required}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    )
  if (field.kind === 'duration')
    return (
      <DurationInput
        {...{ id, value, onChange, describedBy, isInvalid }}
        range={field}
        required={field.required === true}
        disabled={isReadOnly}
      />
    )
  if (field.kind === 'number')
    return (
      <span className="flex items-center gap-2">
        <input
          {...common}
          type="number"
          className={`${inputClass} max-w-36 tabular-nums`}
          min={field.min}
          max={field.max}
          step={1}
          required={field.required}
          value={text}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
        />
        {field.unit !== undefined && <span className="text-muted">{field.unit}</span>}
      </span>
    )
  return (
    <input
      {...common}
      className={field.look ? `${pageLook} text-xl font-semibold` : inputClass}
      type={field.type ?? 'text'}
      maxLength={field.maxLength}
      placeholder={field.placeholder}
      autoComplete={field.autoComplete ?? 'off'}
      required={field.required}
      value={text}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
