/** Filters of a thread list: their options, and the labels of the chosen values. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Option } from '../../ui/picker.tsx'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  AlarmClock,
  CalendarDays,
  ChartColumn,
  CircleDot,
  Clock,
  Eye,
  Inbox,
  MessageCircle,
  Reply,
  Tag,
  Target,
  TextCursorInput,
  UserRound,
  Users,
  UsersRound,
  type IconType,
} from '../../ui/icons.ts'
import { LabelDot } from '../../ui/label-dot.tsx'
import { channels } from '../threads/channel-icons.ts'
import { priorityNames, statusNames } from '../threads/names.ts'
import { lazily, t } from '../../texts/texts.ts'
import { PriorityMark } from '../threads/priority-mark.tsx'
import type { CustomField } from '@skein/client'
import { fieldName, isFieldName, type FilterName, type ListSearch } from '../threads/list-search.ts'
import type { ThreadFilters } from '../threads/thread-filters.ts'
import { useInboxes, useLabels, useTeams, useThreadFields, useUsers } from '../threads/use-catalog.ts'
import { formatLocale } from '../../texts/language.ts'

export type FilterKind = {
  name: FilterName
  label: string
  icon: IconType
  options: readonly Option[]
  /** Options of a custom field for any value and for no value. */
  presence?: readonly Option[]
  /** Present when the value is typed: a placeholder, and a function that formats the value. */
  typed?: { hint: string; format: (value: string) => string }
}

const yesOrNo = lazily((): readonly Option[] => [
  { id: 'true', name: t('Yes') },
  { id: 'false', name: t('No') },
])
const durations = lazily((): readonly Option[] => [
  { id: '15m', name: t('15 minutes') },
  { id: '1h', name: t('an hour') },
  { id: '4h', name: t('four hours') },
  { id: '1d', name: t('a day') },
])
const slaStates = lazily((): readonly Option[] => [
  { id: 'breached', name: t('Overdue') },
  { id: 'warning', name: t('Due soon') },
  { id: 'pending', name: t('On time') },
  { id: 'paused', name: t('Paused') },
  { id: 'met', name: t('Done on time') },
  { id: 'missed', name: t('Done late') },
])
const statuses = ['open', 'pending', 'resolved', 'closed'] as const
const priorities = ['urgent', 'high', 'normal', 'low'] as const
const mark = (icon: IconType) => <Icon of={icon} className="text-muted" />
/** Filters that accept several values, separated by commas. */
export const severalKinds: ReadonlySet<string> = new Set(['status', 'priority', 'channel'])
/** The API’s value for any value of a custom field. */
export const anyValue = '*'
/** The API takes every blank text for no value. An empty one would remove the filter. */
const noValue = ' '
const presence = lazily((): readonly Option[] => [
  { id: anyValue, name: t('Any value') },
  { id: noValue, name: t('No value') },
])
const flags: ReadonlySet<FilterName> = new Set(['waiting', 'snoozed', 'unread'])
const dayMs = 86_400_000

export const sorts = lazily((): readonly Option[] => [
  { id: '-lastMessageAt', name: t('Latest message') },
  { id: 'lastMessageAt', name: t('Oldest message') },
  { id: 'waitingSince', name: t('Waiting longest') },
  { id: 'priority', name: t('Highest priority') },
  { id: 'slaDueAt', name: t('Due first') },
  { id: '-createdAt', name: t('Newest') },
  { id: 'createdAt', name: t('Oldest') },
  { id: '-updatedAt', name: t('Last changed') },
])

/** Returns the filters with their options. Fetches all options while a picker is open, otherwise only those of the active filters. */
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
      [t('Today'), midnight],
      [t('In the last 7 days'), midnight - 6 * dayMs],
      [t('In the last 30 days'), midnight - 29 * dayMs],
    ] as const
    return [
      { name: 'status', label: t('Status'), icon: CircleDot, options: statuses.map((id) => ({ id, name: t(statusNames[id]) })) },
      {
        name: 'assigneeId',
        label: t('Assignee'),
        icon: UserRound,
        options: [
          { id: 'me', name: t('Me'), mark: mark(UserRound) },
          { id: 'none', name: t('Nobody'), mark: <NoAvatar /> },
          ...(users ?? []).map(({ id, name, email }) => ({ id, name, detail: email, mark: <Avatar name={name} size={20} /> })),
        ],
      },
      {
        name: 'priority',
        label: t('Priority'),
        icon: ChartColumn,
        options: priorities.map((id) => ({ id, name: t(priorityNames[id]), mark: <PriorityMark priority={id} isDecorative /> })),
      },
      {
        name: 'labelId',
        label: t('Label'),
        icon: Tag,
        options: [
          { id: 'none', name: t('No label') },
          ...(labels ?? [])
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ id, name, color }) => ({ id, name, mark: <LabelDot color={color} /> })),
        ],
      },
      { name: 'inboxId', label: t('Inbox'), icon: Inbox, options: inboxes ?? [] },
      { name: 'teamId', label: t('Team'), icon: Users, options: [{ id: 'none', name: t('No team') }, ...(teams ?? [])] },
      { name: 'waiting', label: t('Customer is waiting'), icon: Reply, options: yesOrNo() },
      { name: 'waitingSinceBefore', label: t('Waiting longer than'), icon: Clock, options: durations() },
      { name: 'slaState', label: t('Response target'), icon: Target, options: slaStates() },
      { name: 'slaDueBefore', label: t('Due within'), icon: Target, options: durations() },
      { name: 'unread', label: t('Unread'), icon: Eye, options: yesOrNo().slice(0, 1) },
      { name: 'snoozed', label: t('Snoozed'), icon: AlarmClock, options: yesOrNo() },
      {
        name: 'channel',
        label: t('Channel'),
        icon: MessageCircle,
        options: Object.entries(channels).map(([id, { name, icon }]) => ({ id, name: t(name), mark: mark(icon) })),
      },
      {
        name: 'createdAfter',
        label: t('Created'),
        icon: CalendarDays,
        options: times.map(([name, at]) => ({ id: new Date(at).toISOString(), name })),
      },
      { name: 'customerId', label: t('Customer'), icon: UsersRound, options: [] },
      ...(fields ?? []).filter(({ key, archivedAt }) => archivedAt === null || key in (chosenFields ?? {})).map(fieldKind),
    ]
  }, [users, labels, inboxes, teams, fields, chosenFields, midnight])
}

/** Returns the filter for a custom field. */
export function fieldKind({ key, name: label, type, options }: CustomField): FilterKind {
  const name = fieldName(key)
  const icon = TextCursorInput
  if (type === 'BOOLEAN') return { name, label, icon, options: yesOrNo(), presence: presence() }
  if (type === 'SELECT' || type === 'MULTISELECT')
    return {
      name,
      label,
      icon,
      options: options.map((each) => ({ id: each.value, name: each.label, ...(each.archived ? { detail: t('Archived') } : {}) })),
      presence: presence(),
    }
  const hint = type === 'NUMBER' ? t('a number') : type === 'DATE' ? t('a day, such as 2026-03-04') : t('the whole value')
  const format = (value: string): string =>
    type === 'DATE' && /^\d{4}-\d\d-\d\d$/.test(value)
      ? new Date(`${value}T12:00`).toLocaleDateString(formatLocale, { dateStyle: 'medium' })
      : value
  return { name, label, icon, options: [], presence: presence(), typed: { hint, format } }
}

/** Returns the values that an agent can choose. */
export function listChoices(kind: Pick<FilterKind, 'options' | 'presence'> | undefined): readonly Option[] {
  return [...(kind?.options ?? []), ...(kind?.presence ?? [])]
}

export type Chip = { name: FilterName; label: string; value: string }

/** Returns the label and value of each active filter. */
export function useChips(filters: ThreadFilters, kinds: readonly FilterKind[]): readonly Chip[] {
  const customer = useCustomerName(filters.customerId)
  const chips: Chip[] = []
  for (const [name, value] of listEntries(filters)) {
    if (name === 'sort' || name === 'q') continue
    const kind = kinds.find((each) => each.name === name)
    const chosen = isFieldName(name)
      ? (listChoices(kind).find(({ id }) => id === String(value))?.name ?? kind?.typed?.format(String(value)) ?? String(value))
      : nameChosen(kind, value)
    const text = name === 'customerId' ? customer : (chosen ?? formatTime(name, value) ?? (isId(value) ? '…' : String(value)))
    chips.push({
      name,
      label: kind?.label ?? (name === 'createdBefore' ? t('Created before') : name.slice(name.indexOf('.') + 1)),
      value: text,
    })
  }
  return chips
}

/** Returns the names of the chosen values; undefined if any of them is not among the options. */
function nameChosen(kind: FilterKind | undefined, value: string | boolean): string | undefined {
  const several = severalKinds.has(kind?.name ?? '') ? String(value).split(',') : [value]
  const names = several.map((each) => kind?.options.find(({ id }) => id === String(each).toLowerCase() || id === each)?.name)
  return names.includes(undefined) ? undefined : names.join(', ')
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

/** Converts an option's id to the filter's value in the URL. */
export function toFilterValue(name: FilterName, id: string): ListSearch[FilterName] {
  return flags.has(name) ? id === 'true' : id
}

function isId(value: string | boolean | undefined): boolean {
  return typeof value === 'string' && /^[a-z]{3}_/.test(value)
}

function formatTime(name: string, value: string | boolean): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return null
  const date = new Date(value).toLocaleDateString(formatLocale, { dateStyle: 'medium' })
  return name.endsWith('Before') ? date : t('since {date}', { date })
}
