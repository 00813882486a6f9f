/** Converts threads' texts to the lines of words in the search index. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { joinWords } from '../text-search/index.ts'
import { fieldOptions, type FieldOption, type FieldValues, type HeadText, type MessageText } from './queries.ts'

/**
 * Returns the words of a thread's subject, reference, customer and custom fields, one line each, so that no phrase spans two of them. The
 * subject comes first (`alike.ts`).
 */
export function headWords({ subject, externalRef, email, name, customFields, customerFields }: HeadText, labels: OptionLabels): string {
  const values = [...fieldTexts('THREAD', customFields, labels), ...fieldTexts('CUSTOMER', customerFields, labels)]
  return joinLines([subject, externalRef, name, email, ...values.map(({ text }) => text)])
}

/** Labels of the options of custom fields, by target, key and value. */
export type OptionLabels = ReadonlyMap<string, ReadonlyMap<string, string>>

export async function readOptionLabels(db: Queryable, tenantId: Uuid): Promise<OptionLabels> {
  const fields = await db.rows(fieldOptions, { tenantId })
  return new Map(fields.map(({ appliesTo, key, options }) => [`${appliesTo} ${key}`, toLabels(options)]))
}

function toLabels(options: readonly FieldOption[]): ReadonlyMap<string, string> {
  return new Map(options.map(({ value, label }) => [value, label]))
}

/** Whether an option got another label, so that threads with its value have other words. */
export function isRelabelled({ before, after }: { before: readonly FieldOption[]; after: readonly FieldOption[] }): boolean {
  const now = toLabels(after)
  return before.some(({ value, label }) => (now.get(value) ?? label) !== label)
}

/** Returns the texts of custom fields: texts, numbers, and options with their labels. */
export function fieldTexts(
  appliesTo: 'THREAD' | 'CUSTOMER',
  values: FieldValues | null,
  labels: OptionLabels,
): { key: string; text: string }[] {
  return Object.entries(values ?? {}).flatMap(([key, value]) => {
    const labelOf = labels.get(`${appliesTo} ${key}`)
    const texts = [value].flat().filter((each) => typeof each === 'string' || typeof each === 'number')
    return texts.flatMap((each) => [...new Set([labelOf?.get(String(each)) ?? String(each), String(each)])].map((text) => ({ key, text })))
  })
}

/** Returns the words of a message and of its file names, one line each. */
export function messageWords({ text, files }: Pick<MessageText, 'text' | 'files'>): string {
  return files === null ? joinWords(text) : joinLines([text, ...files.split('\n')])
}

function joinLines(texts: readonly (string | null)[]): string {
  return texts
    .map((text) => joinWords(text))
    .filter((line) => line !== '')
    .join('\n')
}

/** Returns the distinct words of some lines. */
export function distinctWords(lines: string): Set<string> {
  return new Set(lines.split(/\s+/).filter((word) => word !== ''))
}

/** Event types after which the index rereads a customer's threads. */
export const customerEvents = ['customer.updated', 'customer.merged', 'customer.erased']
/** Event types that the index follows. */
export const followedEvents = ['thread.created', 'thread.updated', 'message.created', 'custom_field.updated', ...customerEvents]
