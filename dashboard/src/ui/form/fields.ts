/**
 * Describes a form as a list of fields. The list determines what the form shows and sends, and next to which field an API error appears.
 * Field names are the API's; nested ones are dotted (`retention.events`).
 */
import type { ComponentType } from 'react'
import type { DurationRange } from '../duration.ts'

export type Choice = { value: string; label: string; hint?: string | undefined }

export type CustomInput = {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  values: Values
  describedBy: string | undefined
  isInvalid: boolean
  isReadOnly: boolean
  /** Errors of the field's parts, as sentences by their path within the field: `[1].label`. */
  problems: Readonly<Record<string, string>>
}

type Common = {
  name: string
  label: string
  hint?: string
  required?: true
  /** Shown only for new records, because the API cannot change the field later. */
  onlyNew?: true
  /** Shown only for existing records. */
  onlyExisting?: true
  /** Shown in a column next to the other fields, for settings of a written text. */
  aside?: true
  /** Heading above this field and the following ones. */
  group?: string
  /** Shows the field only if this returns true. */
  when?: (values: Values) => boolean
}

export type FieldSpec = Common &
  (
    | {
        kind: 'text'
        type?: 'text' | 'email' | 'url' | 'password'
        maxLength?: number
        placeholder?: string
        autoComplete?: string
        look?: 'page-title'
      }
    | { kind: 'area'; maxLength?: number; rows?: number; placeholder?: string; look?: 'page' }
    | { kind: 'number'; min: number; max: number; unit?: string }
    /** Duration field. Its value is a whole number of `unit`. */
    | ({ kind: 'duration' } & DurationRange)
    | { kind: 'check' }
    /**
     * `none` is the label of the empty option. `fallback` is the option that the service takes for an empty value: it is shown as chosen, and
     * there is no empty option.
     */
    | { kind: 'choice'; options: readonly Choice[]; none?: string; fallback?: string }
    /** `Input` is a custom control. With `isGroup` it consists of several controls, so its label becomes the legend of a fieldset. */
    | {
        kind: 'custom'
        Input: ComponentType<CustomInput>
        isGroup?: true /** Hides the legend, which the heading already says. */
        look?: 'bare'
      }
  )

/** Returns the options, with the current value added if it is missing. The browser would otherwise select the first option. */
export function includeChosen(options: readonly Choice[], chosen: string): readonly Choice[] {
  return chosen === '' || options.some(({ value }) => value === chosen) ? options : [{ value: chosen, label: chosen }, ...options]
}

/** Values by field name. An empty field is null. */
export type Values = Readonly<Record<string, unknown>>

/** Converts a record to form values. */
export function readValues(fields: readonly FieldSpec[], record: object): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, readPath(record, name)]))
}

function readPath(record: object, name: string): unknown {
  // Safe because any property of an object may be read.
  return name.split('.').reduce<unknown>((part, field) => (part as Record<string, unknown> | null | undefined)?.[field], record)
}

/** Builds the request body: all values of a new record, only changed values of an existing one. */
export function buildBody(fields: readonly FieldSpec[], values: Values, before: Values | null): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { name, onlyNew, onlyExisting: onlyOld, when } of fields) {
    if (when && !when(values)) continue
    const value = values[name] ?? null
    if (before === null ? onlyOld || value === null : onlyNew || isSame(value, before[name] ?? null)) continue
    const path = name.split('.')
    let part = body
    // Safe because only this loop adds nested objects.
    for (const field of path.slice(0, -1)) part = (part[field] ??= {}) as Record<string, unknown>
    part[path.at(-1) ?? name] = value
  }
  return body
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Maps the details of an API error to fields, as sentences. `rest` contains the messages that belong to no field of the form. */
export function assignProblems(
  fields: readonly FieldSpec[],
  details: readonly { field: string; message: string }[],
): { byField: Readonly<Record<string, Readonly<Record<string, string>>>>; rest: readonly string[] } {
  const byField: Record<string, Record<string, string>> = {}
  const rest: string[] = []
  for (const { field, message } of details) {
    const owner = fields.find(({ name }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`))
    if (owner) (byField[owner.name] ??= {})[field.slice(owner.name.length)] = toSentence(owner.label, message)
    else rest.push(field === '' ? message : `${field} ${message}`)
  }
  return { byField, rest }
}

/** Completes the predicate of an API error with the field's label. Some errors are sentences of their own. */
export function toSentence(label: string, message: string): string {
  if (!/^[A-Z]/.test(message)) return `${label} ${message}.`
  return message.endsWith('.') ? message : `${message}.`
}

/** Groups fields by their headings. */
export function groupFields(fields: readonly FieldSpec[]): { name: string | undefined; fields: FieldSpec[] }[] {
  const groups: { name: string | undefined; fields: FieldSpec[] }[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last === undefined || field.group !== undefined) groups.push({ name: field.group, fields: [field] })
    else last.fields.push(field)
  }
  return groups
}
