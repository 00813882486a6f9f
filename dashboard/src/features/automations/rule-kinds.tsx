/** The conditions that a rule can have: the inbox filters that do not depend on the current user, and customer fields. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CustomField } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import { UserRound, UsersRound, type IconType } from '../../ui/icons.ts'
import type { Option } from '../../ui/picker.tsx'
import { formatDay } from '../../ui/time.ts'
import { joinWords } from '../../ui/join-words.ts'
import { anyValue, fieldKind, listChoices, severalKinds, useFilterKinds } from '../inbox/filter-kinds.tsx'
import { priorityWords, statusWords } from '../threads/names.ts'
import type { FilterName } from '../threads/list-search.ts'
import { useUsers } from '../threads/use-catalog.ts'
import { customerFieldPrefix, fieldPrefix, type Condition } from './conditions.ts'

export type RuleKind = {
  name: string
  label: string
  icon: IconType
  options: readonly Option[]
  presence?: readonly Option[]
  typed?: { hint: string; format: (value: string) => string }
  /** The type of a customer field, which its values must have. */
  type?: CustomField['type']
}

/** Filters that depend on the current user or on the current time, which rules cannot use. */
const personal: ReadonlySet<FilterName> = new Set(['unread', 'waitingSinceBefore', 'slaDueBefore', 'createdAfter'])

/** Returns the condition types with their options. */
export function useRuleKinds(): readonly RuleKind[] {
  const { skein } = useApi()
  const kinds = useFilterKinds(noFilters, true)
  const users = useUsers().data
  const { data: customerFields } = useQuery({
    queryKey: ['custom-fields', 'CUSTOMER'],
    staleTime: 60_000,
    queryFn: ({ signal }) => skein.listCustomFields({ query: { appliesTo: 'CUSTOMER', limit: 100 }, signal }).toArray(),
  })
  return useMemo(
    () => [
      ...kinds.filter(({ name }) => !personal.has(name)).map(withoutMe),
      { name: 'followerId', label: t('Follower'), icon: UserRound, options: users ?? [] },
      ...(customerFields ?? [])
        .filter(({ archivedAt }) => archivedAt === null)
        .toSorted((a, b) => a.order - b.order)
        .map(toCustomerKind),
    ],
    [kinds, users, customerFields],
  )
}

const noFilters = {}

/** Removes *me* from the assignees, because a rule runs for no user in particular. */
function withoutMe(kind: RuleKind): RuleKind {
  return kind.name === 'assigneeId' ? { ...kind, options: kind.options.filter(({ id }) => id !== 'me') } : kind
}

function toCustomerKind(field: CustomField): RuleKind {
  const label = t('Customer’s {field}', { field: field.name })
  return { ...fieldKind(field), name: `${customerFieldPrefix}${field.key}`, label, icon: UsersRound, type: field.type }
}

/** Conditions as clauses after *if*. */
const clauses = lazily(
  (): Readonly<Record<string, (value: string) => string>> => ({
    status: (value) => t('the status is {value}', { value }),
    priority: (value) => t('the priority is {value}', { value }),
    assigneeId: (value) => t('it’s assigned to {value}', { value }),
    labelId: (value) => t('it has the label {value}', { value }),
    inboxId: (value) => t('it’s in the inbox {value}', { value }),
    teamId: (value) => t('it’s with the team {value}', { value }),
    channel: (value) => t('it came by {value}', { value }),
    slaState: (value) => t('its response target is “{value}”', { value }),
    customerId: (value) => t('the customer is {value}', { value }),
    followerId: (value) => t('{value} follows it', { value }),
    externalRef: (value) => t('its external ID is {value}', { value }),
    createdAfter: (value) => t('it was created after {value}', { value }),
    createdBefore: (value) => t('it was created before {value}', { value }),
    updatedAfter: (value) => t('it last changed after {value}', { value }),
    updatedBefore: (value) => t('it last changed before {value}', { value }),
    lastMessageAfter: (value) => t('the last message came after {value}', { value }),
    lastMessageBefore: (value) => t('the last message came before {value}', { value }),
    waitingSinceAfter: (value) => t('the customer has been waiting since after {value}', { value }),
    waitingSinceBefore: (value) => t('the customer has been waiting since before {value}', { value }),
    slaDueAfter: (value) => t('its response target is due after {value}', { value }),
    slaDueBefore: (value) => t('its response target is due before {value}', { value }),
  }),
)

/** Conditions as clauses that say that they don’t hold, for the exceptions of a rule. */
const negatedClauses = lazily(
  (): Readonly<Record<string, (value: string) => string>> => ({
    status: (value) => t('the status isn’t {value}', { value }),
    priority: (value) => t('the priority isn’t {value}', { value }),
    assigneeId: (value) => t('it isn’t assigned to {value}', { value }),
    labelId: (value) => t('it doesn’t have the label {value}', { value }),
    inboxId: (value) => t('it isn’t in the inbox {value}', { value }),
    teamId: (value) => t('it isn’t with the team {value}', { value }),
    channel: (value) => t('it didn’t come by {value}', { value }),
    slaState: (value) => t('its response target isn’t “{value}”', { value }),
    customerId: (value) => t('the customer isn’t {value}', { value }),
    followerId: (value) => t('{value} doesn’t follow it', { value }),
    externalRef: (value) => t('its external ID isn’t {value}', { value }),
    createdAfter: (value) => t('it wasn’t created after {value}', { value }),
    createdBefore: (value) => t('it wasn’t created before {value}', { value }),
    updatedAfter: (value) => t('it didn’t change after {value}', { value }),
    updatedBefore: (value) => t('it didn’t last change before {value}', { value }),
    lastMessageAfter: (value) => t('no message came after {value}', { value }),
    lastMessageBefore: (value) => t('the last message didn’t come before {value}', { value }),
    waitingSinceAfter: (value) => t('the customer hasn’t been waiting only since after {value}', { value }),
    waitingSinceBefore: (value) => t('the customer hasn’t been waiting since before {value}', { value }),
    slaDueAfter: (value) => t('its response target isn’t due after {value}', { value }),
    slaDueBefore: (value) => t('its response target isn’t due before {value}', { value }),
  }),
)

const findWord = (words: Readonly<Record<string, { message: string }>>, value: string): string => {
  const word = words[value.toLowerCase()]
  return word ? t(word) : value
}

/** Formats the value of a condition. */
export function describeValue({ name, value }: Condition, kinds: readonly RuleKind[]): string {
  const values: readonly unknown[] = Array.isArray(value) ? value : severalKinds.has(name) ? String(value).split(',') : [value]
  const kind = kinds.find((each) => each.name === name)
  const words = values.map((each) => {
    const text = String(each)
    if (name === 'status') return findWord(statusWords, text)
    if (name === 'priority') return findWord(priorityWords, text)
    const option = listChoices(kind).find(({ id }) => id === text || id.slice(4) === text || id === text.toLowerCase())
    if (option) return option.name
    if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatDay(text)
    // The name is still loading.
    return /^[a-z]{3}_/.test(text) ? '…' : (kind?.typed?.format(text) ?? text)
  })
  return joinWords(words, 'or')
}

/** Describes a condition as a clause after *if*, or as one that says that it doesn’t hold. */
export function describeCondition(condition: Condition, kinds: readonly RuleKind[], isNegated = false): string {
  const { name, value } = condition
  if (name === 'waiting') return (value === false) === isNegated ? t('the customer is waiting') : t('the customer isn’t waiting')
  if (name === 'snoozed') return (value === false) === isNegated ? t('it’s snoozed') : t('it isn’t snoozed')
  if (name === 'assigneeId' && value === 'none') return isNegated ? t('someone is assigned') : t('no one is assigned')
  if (name === 'teamId' && value === 'none') return isNegated ? t('it has a team') : t('it has no team')
  if (name === 'labelId' && value === 'none') return isNegated ? t('it has a label') : t('it has no label')
  const words = describeValue(condition, kinds)
  const clause = (isNegated ? negatedClauses() : clauses())[name]
  if (clause) return clause(words)
  const key = name.slice(name.indexOf('.') + 1)
  const unnamed = name.startsWith(fieldPrefix) ? key : t('Customer’s {field}', { field: key })
  const field = kinds.find((each) => each.name === name)?.label ?? unnamed
  const text = String(value)
  if (text === anyValue || text.trim() === '')
    return (text === anyValue) === isNegated ? t('{field} has no value', { field }) : t('{field} has a value', { field })
  return isNegated ? t('{field} isn’t {value}', { field, value: words }) : t('{field} is {value}', { field, value: words })
}

/** Converts a picker's choice to a condition value. A customer field may match any of several values. */
export function toConditionValue({ name, type, options, presence }: RuleKind, id: string): unknown {
  if (name === 'waiting' || name === 'snoozed') return id === 'true'
  if (!name.startsWith(customerFieldPrefix)) return id
  if (presence?.some((each) => each.id === id)) return [id]
  if (type === 'BOOLEAN') return [id === 'true']
  const values = options.length > 0 ? [id] : id.split(',').map((part) => part.trim())
  return values
    .filter((value) => value !== '')
    .map((value) => (type === 'NUMBER' && Number.isFinite(Number(value)) ? Number(value) : value))
}
