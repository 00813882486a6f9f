/** Splits the filters of a rule into single conditions, which the editor shows one by one, and joins them again. */
import type { RuleFilter, ThreadFilter } from '@skein/client'

/** One entry of a ThreadFilter. Custom fields are named with their key: `customFields.plan`, `customerFields.plan`. */
export type Condition = { name: string; value: unknown }
export type GroupName = 'all' | 'any' | 'none'
/** The filters of each group. All conditions of one filter must match. */
export type Groups = Readonly<Record<GroupName, readonly (readonly Condition[])[]>>

export const groupNames = ['all', 'any', 'none'] as const
export const fieldPrefix = 'customFields.'
export const customerFieldPrefix = 'customerFields.'

export function listConditions({ customFields = {}, customerFields = [], ...plain }: ThreadFilter): Condition[] {
  return [
    ...Object.entries(plain).map(([name, value]) => ({ name, value })),
    ...Object.entries(customFields).map(([key, value]) => ({ name: `${fieldPrefix}${key}`, value })),
    ...customerFields.map(({ key, values }) => ({ name: `${customerFieldPrefix}${key}`, value: values })),
  ]
}

export function toThreadFilter(conditions: readonly Condition[]): ThreadFilter {
  const filter: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  const customerFields: unknown[] = []
  for (const { name, value } of conditions) {
    if (name.startsWith(fieldPrefix)) fields[name.slice(fieldPrefix.length)] = value
    else if (name.startsWith(customerFieldPrefix)) customerFields.push({ key: name.slice(customerFieldPrefix.length), values: value })
    else filter[name] = value
  }
  // Safe because the names and values come from a ThreadFilter or from the editor's choices, and the service validates them.
  return {
    ...filter,
    ...(Object.keys(fields).length > 0 ? { customFields: fields } : {}),
    ...(customerFields.length > 0 ? { customerFields } : {}),
  } as ThreadFilter
}

/** Parses a rule's filter. All filters of `all` must match, so each of their conditions becomes a separate filter. */
export function readGroups({ any: alternatives = [], all = [], none = [] }: RuleFilter): Groups {
  return {
    all: all.flatMap((filter) => listConditions(filter).map((condition) => [condition])),
    any: alternatives.map(listConditions),
    none: none.map(listConditions),
  }
}

export function toRuleFilter(groups: Groups): RuleFilter {
  return Object.fromEntries(
    groupNames.flatMap((name) => {
      const filters = groups[name].filter((conditions) => conditions.length > 0).map(toThreadFilter)
      return filters.length > 0 ? [[name, filters]] : []
    }),
  )
}
