import { Fragment, useState } from 'react'
import type { RuleFilter } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Plus } from '../../ui/icons.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { AddChip, Between, Chip } from './chip.tsx'
import { ConditionPicker } from './condition-picker.tsx'
import { groupNames, readGroups, toRuleFilter, type Condition, type GroupName, type Groups } from './conditions.ts'
import { MatchingCount } from './matching-count.tsx'
import { describeCondition, useRuleKinds, type RuleKind } from './rule-kinds.tsx'

/** Index of a condition. `at` is null for a new condition, `row` is null for a condition in a new filter. */
type Place = { group: GroupName; row: number | null; at: number | null }

const texts = lazily(() => ({
  all: { lead: t('All of these:'), join: t('and'), add: t('Add a condition') },
  any: { lead: t('At least one of these:'), join: t('or'), add: t('Add an alternative') },
  none: { lead: t('None of these:'), join: t('or'), add: t('Add an exception') },
}))

/** Edits the filter of a rule as the parts of a sentence. */
export function FilterInput({ value, onChange, isReadOnly, problems }: CustomInput) {
  const kinds = useRuleKinds()
  const [open, setOpen] = useState<Place | null>(null)
  // Safe because the API defines this value and only this input changes it.
  const filter = (value ?? {}) as RuleFilter
  const groups = readGroups(filter)
  const set = (next: Groups): void => onChange(toRuleFilter(next))
  const put = ({ group, row, at }: Place, condition: Condition | null): void => {
    const filters = groups[group]
    if (row === null) return set({ ...groups, [group]: condition ? [...filters, [condition]] : filters })
    const change = (conditions: readonly Condition[]): Condition[] => {
      if (at === null) return condition ? [...conditions, condition] : [...conditions]
      return conditions.flatMap((each, index) => (index === at ? (condition ? [condition] : []) : [each]))
    }
    set({ ...groups, [group]: filters.map((each, index) => (index === row ? change(each) : each)) })
  }
  const findProblem = (group: GroupName, row: number, { name }: Condition): string | undefined => {
    const key = name.startsWith('custom') ? name.slice(0, name.indexOf('.')) : name
    return Object.entries(problems).find(([path]) => path.startsWith(`.${group}[${row}].${key}`))?.[1]
  }
  const renderGroup = (group: GroupName) => {
    const { lead, join, add } = texts()[group]
    const filters = groups[group]
    if (filters.length === 0 && isReadOnly) return null
    return (
      <div key={group} role="group" aria-label={lead} className="flex flex-wrap items-center gap-x-2 gap-y-2">
        {filters.length > 0 && <span className="font-medium text-text-2">{lead}</span>}
        {filters.map((conditions, row) => (
          // Two filters may be equal, so only the index identifies them.
          // oxlint-disable-next-line react/no-array-index-key -- see above.
          <Fragment key={row}>
            {row > 0 && <Between>{join}</Between>}
            <FilterChips
              conditions={conditions}
              kinds={kinds}
              isReadOnly={isReadOnly}
              canGrow={group !== 'all'}
              findProblem={(condition) => findProblem(group, row, condition)}
              onOpen={(at) => setOpen({ group, row, at })}
              onRemove={(at) => put({ group, row, at }, null)}
            />
          </Fragment>
        ))}
        {!isReadOnly && <AddChip onClick={() => setOpen({ group, row: null, at: null })}>{add}</AddChip>}
      </div>
    )
  }
  const isEmpty = groupNames.every((group) => groups[group].length === 0)
  const chosen = open && open.row !== null && open.at !== null ? (groups[open.group][open.row]?.[open.at] ?? null) : null
  return (
    <div className="grid grid-cols-1 gap-3">
      {isEmpty && <p className="text-text-2">{t('Any thread, whatever it’s like.')}</p>}
      {groupNames.map(renderGroup)}
      <MatchingCount filter={filter} />
      {open && (
        <ConditionPicker
          kinds={kinds}
          condition={chosen}
          onPick={(condition) => {
            put(open, condition)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

type FilterChipsProps = {
  conditions: readonly Condition[]
  kinds: readonly RuleKind[]
  isReadOnly: boolean
  canGrow: boolean
  findProblem: (condition: Condition) => string | undefined
  onOpen: (at: number | null) => void
  onRemove: (at: number) => void
}

/** The conditions of one filter, which must all match. */
function FilterChips({ conditions, kinds, isReadOnly, canGrow, findProblem, onOpen, onRemove }: FilterChipsProps) {
  const clauses = conditions.map((condition) => describeCondition(condition, kinds))
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1.5">
      {conditions.map((condition, at) => {
        const kind = kinds.find(({ name }) => name === condition.name)
        const clause = clauses[at] ?? ''
        const problem = findProblem(condition)
        return (
          <Fragment key={`${condition.name} ${JSON.stringify(condition.value)}`}>
            {at > 0 && <Between>{t('and')}</Between>}
            <Chip
              {...(kind ? { icon: kind.icon } : {})}
              name={clause}
              isReadOnly={isReadOnly}
              isInvalid={problem !== undefined}
              onOpen={kind ? () => onOpen(at) : undefined}
              onRemove={() => onRemove(at)}
            >
              {clause}
            </Chip>
          </Fragment>
        )
      })}
      {canGrow && !isReadOnly && (
        <button
          type="button"
          aria-label={t('Add a condition to: {name}', { name: clauses.join(` ${t('and')} `) })}
          aria-haspopup="dialog"
          data-tip={t('And also…')}
          className="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-text max-md:size-11"
          onClick={() => onOpen(null)}
        >
          <Icon of={Plus} size={14} />
        </button>
      )}
    </span>
  )
}
