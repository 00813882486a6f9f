import type { ReactNode } from 'react'
import { lazily, t, tx } from '../../texts/texts.ts'
import { formatMoment } from '../../ui/time.ts'
import { joinWords } from '../../ui/join-words.ts'
import { priorityWords, statusWords } from '../threads/names.ts'
import type { FindName } from './use-rule-names.ts'

type Fields = Readonly<Record<string, unknown>>

const fieldNames = lazily(
  (): Readonly<Record<string, string>> => ({
    status: t('Status'),
    priority: t('Priority'),
    assigneeId: t('Assignee'),
    assignee: t('Assignee'),
    teamId: t('Team'),
    inboxId: t('Inbox'),
    labels: t('Labels'),
    labelIds: t('Labels'),
    snoozedUntil: t('Snoozed until'),
    snoozed: t('Snoozed'),
    followerIds: t('Followers'),
    followers: t('Followers'),
    subject: t('Subject'),
  }),
)

/** Lists the changed fields of a thread: the value before, struck through, and the value after. */
export function ChangesList({ before, after, findName }: { before: object; after: object; findName: FindName }) {
  const changes = listChanges(before, after)
  if (changes.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-0.5">
      {changes.map(({ field, was, is }) => (
        <li key={field} className="flex flex-wrap gap-x-1.5 wrap-anywhere">
          <span className="text-muted">{fieldNames()[field] ?? field}:</span>
          {describeChange(formatState(field, was, findName), formatState(field, is, findName))}
        </li>
      ))}
    </ul>
  )
}

function describeChange(was: string, is: string): ReactNode {
  return tx('{before} → {after}', {
    before: (
      <del key="before" className="text-text-2">
        <span className="sr-only">{t('before')} </span>
        {was}
      </del>
    ),
    after: (
      <ins key="after" className="font-medium no-underline">
        <span className="sr-only">{t('after')} </span>
        {is}
      </ins>
    ),
  })
}

type Change = { field: string; was: unknown; is: unknown }

/** Lists the differences. Each custom field counts as a separate change. */
function listChanges(before: object, after: object): Change[] {
  // Safe because the fields are read by name, and each value is checked before it is shown.
  const [old, current] = [before as Fields, after as Fields]
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((field) => {
    if (field !== 'customFields') return [{ field, was: old[field] ?? null, is: current[field] ?? null }]
    const [oldFields, newFields] = [toFields(old[field]), toFields(current[field])]
    return [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])]
      .filter((key) => JSON.stringify(oldFields[key]) !== JSON.stringify(newFields[key]))
      .map((key) => ({ field: key, was: oldFields[key] ?? null, is: newFields[key] ?? null }))
  })
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function formatState(field: string, value: unknown, findName: FindName): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return t('none')
  if (Array.isArray(value))
    return joinWords(
      value.map((each: unknown) => formatState(field, each, findName)),
      'and',
    )
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value !== 'string') return JSON.stringify(value)
  const word =
    field === 'status'
      ? statusWords[value as keyof typeof statusWords]
      : field === 'priority'
        ? priorityWords[value as keyof typeof priorityWords]
        : null
  if (word) return t(word)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatMoment(value)
  return /^[a-z]{3}_[0-9a-z]{26}$/.test(value) ? findName(value) : value
}
