/**
 * Fields of a form as data: what a form shows, what it sends, and beside which field a refusal of the service belongs, all follow from the
 * list. Names are those of the API's fields; those of nested ones have dots (`retention.events`).
 */
import type { ComponentType } from 'react'
import type { DurationRange } from '../duration.ts'

export type Choice = { value: string; label: string; hint?: string }

export type CustomInput = {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  values: Values
  describedBy: string | undefined
  isInvalid: boolean
  isReadOnly: boolean
  /** What the service says of parts of the field, by their path below it: `[1].label`. */
  problems: Readonly<Record<string, string>>
}

type Common = {
  name: string
  label: string
  hint?: string
  required?: true
  /** Only for new records: it never changes afterwards. */
  onlyNew?: true
  /** Only for records that are there. */
  onlyOld?: true
  /** The heading above this field and those after it. */
  group?: string
  /** Whether the field makes sense with the other values. */
  when?: (values: Values) => boolean
}

export type FieldSpec = Common &
  (
    | { kind: 'text'; type?: 'text' | 'email' | 'url' | 'password'; maxLength?: number; placeholder?: string; autoComplete?: string }
    | { kind: 'area'; maxLength?: number; rows?: number }
    | { kind: 'number'; min: number; max: number; unit?: string }
    /** A duration as people write it; its value is a whole number of `unit`. */
    | ({ kind: 'duration' } & DurationRange)
    | { kind: 'check' }
    /** `none` says what it is when nothing is chosen. */
    | { kind: 'choice'; options: readonly Choice[]; none?: string }
    /** `Input` shows and changes any value; a group of controls has no label of its own element. */
    | { kind: 'custom'; Input: ComponentType<CustomInput>; isGroup?: true }
  )

/** The options, with what is chosen where that is none of them: otherwise the browser would show the first one as if it were chosen. */
export function optionsWith(options: readonly Choice[], chosen: string): readonly Choice[] {
  return chosen === '' || options.some(({ value }) => value === chosen) ? options : [{ value: chosen, label: chosen }, ...options]
}

/** By name. An empty field is null. */
export type Values = Readonly<Record<string, unknown>>

/** What a form shows of a record. */
export function valuesOf(fields: readonly FieldSpec[], record: object): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, at(record, name)]))
}

function at(record: object, name: string): unknown {
  // Safe because any field of an object may be read.
  return name.split('.').reduce<unknown>((part, field) => (part as Record<string, unknown> | null | undefined)?.[field], record)
}

/** What is sent: of a new record everything that has a value, of one that is there what has changed. */
export function bodyOf(fields: readonly FieldSpec[], values: Values, before: Values | null): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { name, onlyNew, onlyOld, when } of fields) {
    if (when && !when(values)) continue
    const value = values[name] ?? null
    if (before === null ? onlyOld || value === null : onlyNew || isSame(value, before[name] ?? null)) continue
    const path = name.split('.')
    let part = body
    // Safe because only this loop makes parts.
    for (const field of path.slice(0, -1)) part = (part[field] ??= {}) as Record<string, unknown>
    part[path.at(-1) ?? name] = value
  }
  return body
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What the service refuses, by the field that it is about; `rest` belongs to none that is shown. */
export function problemsOf(
  fields: readonly FieldSpec[],
  details: readonly { field: string; message: string }[],
): { byField: Readonly<Record<string, Readonly<Record<string, string>>>>; rest: readonly string[] } {
  const byField: Record<string, Record<string, string>> = {}
  const rest: string[] = []
  for (const { field, message } of details) {
    const owner = fields.find(({ name }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`))
    if (owner) (byField[owner.name] ??= {})[field.slice(owner.name.length)] = message
    else rest.push(field === '' ? message : `${field} ${message}`)
  }
  return { byField, rest }
}
