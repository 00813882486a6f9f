/** What the audit log holds, in words that people know: names for ids, local times. */
import type { AuditLog } from '@skein/client'
import { inboxSource, labelSource, teamSource, userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'

export type NameOf = (id: string) => string | undefined

/** The names of what entries refer to by their ids; of what is no longer there the id stays. */
export function useNameOf(): NameOf {
  const lists = [useAllItems(userSource).data, useAllItems(teamSource).data, useAllItems(inboxSource).data, useAllItems(labelSource).data]
  const names = new Map(lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name] as const)))
  return (id) => names.get(id)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A value of a field as text. */
export function auditText(value: unknown, nameOf: NameOf): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return instant.test(value) ? clock.format(new Date(value)) : (nameOf(value) ?? value)
  if (Array.isArray(value)) return value.map((each: unknown) => auditText(each, nameOf)).join(', ')
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name
  return JSON.stringify(value)
}

/** What an entry is about: `thread Order 4711`, `API key Nightly import`. */
export function auditTarget({ target, before, after }: AuditLog, nameOf: NameOf): string {
  const type = target.type === 'api_key' ? 'API key' : target.type.replaceAll('_', ' ')
  const name = nameOf(target.id) ?? nameIn(after) ?? nameIn(before)
  return name === undefined ? type : `${type} ${name}`
}

function nameIn(fields: object | null): string | undefined {
  for (const field of ['subject', 'title', 'name', 'url', 'email'])
    if (fields && field in fields) {
      // Safe because the line before has found it; only a text is used.
      const value = (fields as Record<string, unknown>)[field]
      if (typeof value === 'string' && value !== '') return value
    }
  return undefined
}
