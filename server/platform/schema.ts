/** Builds public shapes: TypeBox schemas, which are JSON Schema 2020-12 and so valid in OpenAPI 3.1. */
import Type, { type Static, type TSchema, type TSchemaOptions } from 'typebox'
import Format from 'typebox/format'
import { emailFormat, findEmailProblem } from './email.ts'
import type { FormFile } from './files/unfinished.ts'
import { idPattern, type IdPrefix } from './ids.ts'

/**
 * Names a shape, so that the OpenAPI document defines it once under `components.schemas` and references it. The name is a hidden property,
 * like TypeBox's own: Type.Optional keeps it; a spread copy ({...shape}) does not.
 */
export function component<Declared extends TSchema>(name: string, shape: Declared): Declared {
  return Object.defineProperty(shape, '~component', { value: name })
}

export function componentName(shape: object): string | undefined {
  return '~component' in shape ? String(shape['~component']) : undefined
}

/** One problem with one part of an input; `field` is dotted (`requester.email`). */
type Problem = { field: string; code: string; message: string }

/**
 * Adds rules across several fields, which JSON Schema cannot express. `problems` is called with a body whose fields are valid, after ids
 * and times are converted.
 */
export function withRules<Declared extends TSchema>(shape: Declared, problems: (value: Static<Declared>) => Problem[]): Declared {
  return Object.defineProperty(shape, '~rules', { value: problems })
}

/** Returns the problems that a shape's rules find in a value. */
export function findBrokenRules(shape: object, value: unknown): Problem[] {
  // Safe because only `withRules` sets this property, with values of this shape.
  const { '~rules': problems } = shape as { '~rules'?: (value: unknown) => Problem[] }
  return problems?.(value) ?? []
}

/** Declares an object that rejects undeclared fields. */
export function closed<Fields extends Record<string, TSchema>>(fields: Fields, options: TSchemaOptions = {}) {
  return Type.Object(fields, { ...options, additionalProperties: false })
}

/** Declares one line of text that is not blank. Surrounding spaces are removed before validation. */
export function trimmedText(options: { maxLength: number; description: string; examples?: string[] }) {
  return Type.String({ minLength: 1, pattern: '\\S', ...options, 'x-trim': true })
}

// TypeBox's own check rejects internationalised domains, both in ASCII and in Unicode.
Format.Set(emailFormat, (value: string) => findEmailProblem(value) === null)

/** Declares an e-mail address in a body or query. Handlers get its canonical form (email.ts). */
export function emailInput(description: string) {
  return Type.String({ format: emailFormat, maxLength: 254, description, examples: ['ada@example.com'] })
}

/** Declares an e-mail address in a response. */
export function emailOutput(description: string) {
  return Type.String({ format: emailFormat, description, examples: ['ada@example.com'] })
}

/** Declares an id in a body or query, with or without its prefix. */
export function idInput(prefix: IdPrefix, description: string) {
  return Type.String({ pattern: idPattern(prefix), description, examples: [exampleId(prefix)], 'x-id': prefix })
}

/** Declares a field that accepts an id or a keyword, such as `me`. The handler gets a UUID or the keyword. */
export function idOrWord(prefix: IdPrefix, words: readonly string[], description: string) {
  const pattern = `${words.map((word) => `^${word}$`).join('|')}|${idPattern(prefix)}`
  return Type.String({ pattern, description, examples: [exampleId(prefix)], 'x-id': prefix, 'x-words': words })
}

/** Declares an id in a response, always with its prefix. */
export function idOutput(prefix: IdPrefix, description: string) {
  return Type.String({ pattern: `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`, description, examples: [exampleId(prefix)], 'x-id': prefix })
}

export function exampleId(prefix: IdPrefix): string {
  return `${prefix}_01k2w3t5q7e0r9vbx4m6n8h2dz`
}

export function time(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-03-04T09:30:00.000Z'] })
}

/** Declares the shape or null. The shape's description applies to both unless `options` override it. */
export function nullable<Declared extends TSchema>(shape: Declared, options: TSchemaOptions = {}) {
  return Type.Union([shape, Type.Null()], 'description' in shape ? { description: String(shape.description), ...options } : options)
}

/** `final`: the enumeration never gets another value within v1, so generated clients may treat it as closed. */
type ChoiceOptions = TSchemaOptions & { description: string; final?: true }

/**
 * Declares an enumeration with the meaning of each value. Validation ignores letter case, and the handler gets the value as declared. Later
 * versions may add values to responses, unless the choice is `final`.
 */
export function choice<const Value extends string>(meanings: Readonly<Record<Value, string>>, { final, ...options }: ChoiceOptions) {
  const mark = final ? { 'x-final': true } : {}
  return Type.Unsafe<Value>({ type: 'string', enum: Object.keys(meanings), 'x-meanings': Object.values(meanings), ...mark, ...options })
}

/**
 * Declares an enumeration that the API document lists in both upper and lower case, so that a typed client can send back what it received.
 * Responses use the case `shownAs`.
 */
export function anyCaseChoice<const Value extends string>(
  shownAs: 'lower' | 'upper',
  meanings: Readonly<Record<Value, string>>,
  options: ChoiceOptions,
) {
  return choice(meanings, { ...options, 'x-shown-as': shownAs })
}

/**
 * Declares a filter that takes one or several values of a choice, separated by commas. The handler gets each value once, in the order of the
 * choice. The API document shows the choice for a query parameter, because typed clients of earlier versions send one value, and a text
 * for a field of a body.
 */
export function severalOf(one: TSchema) {
  // Safe because a choice is a JSON Schema with these keywords at run time.
  const { enum: values, description } = one as { enum: readonly string[]; description: string }
  const sets: string[] = []
  for (const value of values) sets.push(...sets.map((set) => `${set},${value}`), value)
  const list = values.map((value) => `\`${value}\``).join(', ')
  const words = `${description} One of ${list}, or several, separated by commas: \`${values.slice(0, 2).join(',')}\`.`
  return Type.Unsafe<string>({ type: 'string', enum: sets, 'x-several': values, 'x-one': one, description: words })
}

/** Declares the file of a form (see the operation's `form`). */
export function formFile(description: string) {
  return Type.Unsafe<FormFile>({ type: 'string', format: 'binary', description })
}

export type Shape = TSchema
export type { Static }
export { Type }
