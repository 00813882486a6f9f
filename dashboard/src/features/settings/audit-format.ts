/** Formats the audit log: names instead of ids, and local times. */
import type { AuditLog } from '@skein/client'
import { inboxSource, labelSource, teamSource, userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { t } from '../../texts/texts.ts'
import { formatLocale } from '../../texts/language.ts'

export type FindName = (id: string) => string | undefined

/** Returns a function that resolves the name of a user, team, inbox or label; undefined for a deleted object, whose id is then shown. */
export function useFindName(): FindName {
  const lists = [useAllItems(userSource).data, useAllItems(teamSource).data, useAllItems(inboxSource).data, useAllItems(labelSource).data]
  const names = new Map(lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name] as const)))
  return (id) => names.get(id)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const clock = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'medium', timeStyle: 'medium' })

/** Formats the value of a field. */
export function formatAuditValue(value: unknown, nameOf: FindName): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return instant.test(value) ? clock.format(new Date(value)) : (nameOf(value) ?? value)
  if (Array.isArray(value)) return value.map((each: unknown) => formatAuditValue(each, nameOf)).join(', ')
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name
  return JSON.stringify(value)
}

/** Describes the object of an audit entry: `thread Order 4711`, `API key Nightly import`. */
export function describeTarget({ target, before, after }: AuditLog, nameOf: FindName): string {
  const type = target.type === 'api_key' ? t('API key') : target.type.replaceAll('_', ' ')
  const name = nameOf(target.id) ?? getName(after) ?? getName(before)
  return name === undefined ? type : `${type} ${name}`
}

function getName(fields: object | null): string | undefined {
  for (const field of ['subject', 'title', 'name', 'url', 'email'])
    if (fields && field in fields) {
      // Safe because the line before has checked that the property exists, and only a string is used.
      const value = (fields as Record<string, unknown>)[field]
      if (typeof value === 'string' && value !== '') return value
    }
  return undefined
}
