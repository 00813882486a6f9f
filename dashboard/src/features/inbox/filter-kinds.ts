/** The filters of a thread list: their options, and the labels of the chosen values. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Option } from '../../ui/picker.tsx'
import type { CustomField } from '@skein/client'
import { fieldName, isFieldName, type FilterName, type ListSearch } from '../threads/list-search.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { useInboxes, useLabels, useTeams, useThreadFields, useUsers } from '../threads/use-catalog.ts'

export type FilterKind = {
  name: FilterName
  label: string
  options: readonly Option[]
  /** Present when the agent types the value: a hint what to type, and how to format the value. */
  typed?: { hint: string; format: (value: string) => string }
}

const toOptions = (list: readonly string[]): Option[] => list.map((id) => ({ id, name: id[0]?.toUpperCase() + id.slice(1) }))
const yesOrNo: readonly Option[] = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
]
const durations: readonly Option[] = [
  { id: '15m', name: '15 minutes' },
  { id: '1h', name: 'an hour' },
  { id: '4h', name: 'four hours' },
  { id: '1d', name: 'a day' },
]
const slaStates: readonly Option[] = [
  { id: 'breached', name: 'Overdue' },
  { id: 'warning', name: 'Due soon' },
  { id: 'pending', name: 'In time' },
  { id: 'paused', name: 'Paused' },
  { id: 'met', name: 'Done in time' },
  { id: 'missed', name: 'Done late' },
]
const flags: ReadonlySet<FilterName> = new Set(['waiting', 'snoozed', 'unread'])
const dayMs = 86_400_000

export const sorts: readonly Option[] = [
  { id: '-lastMessageAt', name: 'Latest message' },
  { id: 'lastMessageAt', name: 'Oldest message' },
  { id: 'waitingSince', name: 'Longest waiting' },
  { id: 'slaDueAt', name: 'Nearest deadline' },
  { id: '-createdAt', name: 'Newest' },
  { id: 'createdAt', name: 'Oldest' },
  { id: '-updatedAt', name: 'Last changed' },
]

/** Returns the filters with their options. Fetches all options while a picker is open, otherwise only those of the current filters. */
export function useFilterKinds(filters: ThreadFilters, isOpen: boolean): readonly FilterKind[] {
  const users = useUsers(isOpen || isId(filters.assigneeId)).data
  const labels = useLabels(isOpen || filters.labelId !== undefined).data
  const inboxes = useInboxes(isOpen || filters.inboxId !== undefined).data
  const teams = useTeams(isOpen || filters.teamId !== undefined).data
  const fields = useThreadFields(isOpen || filters.customFields !== undefined).data
  const { customFields: chosenFields } = filters
  const midnight = new Date(useNow()).setHours(0, 0, 0, 0)
  return useMemo(() => {
    const times = [
      ['Today', midnight],
      ['In the last 7 days', midnight - 6 * dayMs],
      ['In the last 30 days', midnight - 29 * dayMs],
    ] as const
    return [
      { name: 'status', label: 'Status', options: toOptions(['open', 'pending', 'resolved', 'closed']) },
      {
        name: 'assigneeId',
        label: 'Assignee',
        options: [
          { id: 'me', name: 'Me' },
          { id: 'none', name: 'Nobody' },
          ...(users ?? []).map(({ id, name, email }) => ({ id, name, detail: email })),
        ],
      },
      { name: 'priority', label: 'Priority', options: toOptions(['urgent', 'high', 'normal', 'low']) },
      { name: 'labelId', label: 'Label', options: (labels ?? []).filter(({ archivedAt }) => archivedAt === null) },
      { name: 'inboxId', label: 'Inbox', options: inboxes ?? [] },
      { name: 'teamId', label: 'Team', options: teams ?? [] },
      { name: 'waiting', label: 'Customer waits', options: yesOrNo },
      { name: 'waitingSinceBefore', label: 'Waits longer than', options: durations },
      { name: 'slaState', label: 'Service level', options: slaStates },
      { name: 'slaDueBefore', label: 'Due within', options: durations },
      { name: 'unread', label: 'Unread', options: yesOrNo.slice(0, 1) },
      { name: 'snoozed', label: 'Snoozed', options: yesOrNo },
      { name: 'channel', label: 'Channel', options: toOptions(['email', 'api', 'widget', 'slack', 'whatsapp', 'sms', 'voice']) },
      { name: 'createdAfter', label: 'Created', options: times.map(([name, at]) => ({ id: new Date(at).toISOString(), name })) },
      { name: 'customerId', label: 'Customer', options: [] },
      ...(fields ?? []).filter(({ key, archivedAt }) => archivedAt === null || key in (chosenFields ?? {})).map(fieldKind),
    ]
  }, [users, labels, inboxes, teams, fields, chosenFields, midnight])
}

function fieldKind({ key, name: label, type, options }: CustomField): FilterKind {
  const name = fieldName(key)
  if (type === 'BOOLEAN') return { name, label, options: yesOrNo }
  if (type === 'SELECT' || type === 'MULTISELECT')
    return {
      name,
      label,
      options: options.map((each) => ({ id: each.value, name: each.label, ...(each.archived ? { detail: 'Archived' } : {}) })),
    }
  const hint = type === 'NUMBER' ? 'a number' : type === 'DATE' ? 'a day such as 2026-03-04' : 'the whole value'
  const format = (value: string): string =>
    type === 'DATE' && /^\d{4}-\d\d-\d\d$/.test(value)
      ? new Date(`${value}T12:00`).toLocaleDateString(undefined, { dateStyle: 'medium' })
      : value
  return { name, label, options: [], typed: { hint, format } }
}

export type Chip = { name: FilterName; label: string; value: string }

/** Returns the label and value of each current filter. */
export function useChips(filters: ThreadFilters, kinds: readonly FilterKind[]): readonly Chip[] {
  const customer = useCustomerName(filters.customerId)
  const chips: Chip[] = []
  for (const [name, value] of listEntries(filters)) {
    if (name === 'sort' || name === 'q') continue
    const kind = kinds.find((each) => each.name === name)
    const chosen = isFieldName(name)
      ? (kind?.options.find(({ id }) => id === String(value))?.name ?? kind?.typed?.format(String(value)) ?? String(value))
      : kind?.options.find(({ id }) => id === String(value).toLowerCase() || id === value)?.name
    const text = name === 'customerId' ? customer : (chosen ?? formatTime(value) ?? (isId(value) ? '…' : String(value)))
    chips.push({ name, label: kind?.label ?? name.slice(name.indexOf('.') + 1), value: text })
  }
  return chips
}

function listEntries({ customFields = {}, ...filters }: ThreadFilters): [name: FilterName | 'sort', value: string | boolean][] {
  const fields = Object.entries(customFields).map(([key, value]) => [fieldName(key), String(value)] as const)
  // Safe because the keys of filters are filter names or `sort`.
  return [...Object.entries(filters), ...fields] as [FilterName | 'sort', string | boolean][]
}

function useCustomerName(id: string | undefined): string {
  const { skein } = useApi()
  const { data } = useQuery({
    queryKey: ['customer', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => (await skein.getCustomer({ path: { id: id ?? '' }, signal })).data,
  })
  return data?.name ?? data?.email ?? '…'
}

/** Converts the id of an option to the filter's value in the URL. */
export function toFilterValue(name: FilterName, id: string): ListSearch[FilterName] {
  return flags.has(name) ? id === 'true' : id
}

function isId(value: string | boolean | undefined): boolean {
  return typeof value === 'string' && /^[a-z]{3}_/.test(value)
}

function formatTime(value: string | boolean): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return null
  return `since ${new Date(value).toLocaleDateString(undefined, { dateStyle: 'medium' })}`
}
