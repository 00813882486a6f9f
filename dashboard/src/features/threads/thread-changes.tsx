import type { ThreadFieldsShown } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { ArrowRight } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'
import { priorityNames, statusNames } from './names.ts'
import { useTeams, useThreadFields } from './use-catalog.ts'

export type FieldChanges = { before: ThreadFieldsShown; after: ThreadFieldsShown }

type Line = { name: string; before: string; after: string }

/** Lists the changed fields of a thread with the values before and after. */
export function ThreadChanges({ label, changes }: { label: string; changes: FieldChanges }) {
  const { before, after } = changes
  const teams = useTeams(before.teamId !== undefined || after.teamId !== undefined).data ?? []
  const fields = useThreadFields(after.customFields !== undefined || before.customFields !== undefined).data ?? []
  const nameTeam = (id: string | null | undefined): string =>
    id == null ? t('No team') : (teams.find((each) => each.id === id)?.name ?? '…')
  const lines: Line[] = []
  const add = (name: string, ...[one, other]: [string, string]): void => void lines.push({ name, before: one, after: other })
  if (before.status && after.status) add(t('Status'), t(statusNames[before.status]), t(statusNames[after.status]))
  if (before.priority && after.priority) add(t('Priority'), t(priorityNames[before.priority]), t(priorityNames[after.priority]))
  if (after.assignee !== undefined) add(t('Assignee'), before.assignee?.name ?? t('Unassigned'), after.assignee?.name ?? t('Unassigned'))
  if (after.teamId !== undefined) add(t('Team'), nameTeam(before.teamId), nameTeam(after.teamId))
  if (after.labels) add(t('Labels'), joinNames(before.labels, t('No labels')), joinNames(after.labels, t('No labels')))
  if (after.followers) add(t('Followers'), joinNames(before.followers, t('Nobody')), joinNames(after.followers, t('Nobody')))
  if (after.snoozed !== undefined || after.snoozedUntil !== undefined) add(t('Snoozed'), describeSnooze(before), describeSnooze(after))
  for (const key of listChangedKeys(changes))
    add(fields.find((field) => field.key === key)?.name ?? key, formatPart(before, key), formatPart(after, key))
  return (
    <dl aria-label={label} className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      {lines.map(({ name, ...line }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 wrap-anywhere">
            <span className="text-text-2">{line.before}</span>
            <Icon of={ArrowRight} size={14} className="shrink-0 text-muted rtl:-scale-x-100" />
            <span className="sr-only">{t('becomes')}</span>
            <span className="font-medium">{line.after}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function hasChanges({ after, before }: FieldChanges): boolean {
  return Object.keys(after).length > 0 || Object.keys(before).length > 0
}

const joinNames = (items: readonly { name: string }[] | undefined, none: string): string =>
  items === undefined || items.length === 0 ? none : items.map(({ name }) => name).join(', ')

function describeSnooze({ snoozed, snoozedUntil }: ThreadFieldsShown): string {
  if (snoozedUntil != null) return t('until {time}', { time: formatMoment(snoozedUntil) })
  return snoozed === true ? t('until the customer writes') : t('No')
}

function listChangedKeys({ before, after }: FieldChanges): string[] {
  const keys = new Set([...Object.keys(before.customFields ?? {}), ...Object.keys(after.customFields ?? {})])
  return [...keys].filter((key) => formatPart(before, key) !== formatPart(after, key))
}

function formatPart({ customFields }: ThreadFieldsShown, key: string): string {
  const value: unknown = customFields?.[key]
  if (value === undefined || value === null) return t('empty')
  return Array.isArray(value) ? value.join(', ') : String(value)
}
