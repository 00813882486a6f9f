import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { channels } from '../threads/channel-icons.ts'
import { useInboxes, useLabels, useTeams, useUsers } from '../threads/use-catalog.ts'
import { filterNames, type FilterName, type ReportsSearch } from './reports-search.ts'
import { useShowsPeople } from './use-reports.ts'

type ReportFiltersProps = { search: ReportsSearch; onSearch: (search: ReportsSearch) => void; children: ReactNode }

/** Range, comparison and filters of a report, all stored in the URL. */
export function ReportFilters({ search, onSearch, children }: ReportFiltersProps) {
  const showsPeople = useShowsPeople() === true
  const [teams, inboxes, labels, users] = [useTeams(), useInboxes(), useLabels(), useUsers(showsPeople)].map(({ data = [] }) => data)
  const named = (all: string, none: string | null, items: readonly { id: string; name: string }[] | undefined): SelectOption[] => [
    { value: '', label: all },
    ...(items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...(none === null ? [] : [{ value: 'none', label: none }]),
  ]
  const set = (name: FilterName, value: string): void => {
    const { [name]: _, ...rest } = search
    onSearch(value === '' ? rest : { ...rest, [name]: value })
  }
  const filter = (name: FilterName, label: string, options: readonly SelectOption[]): ReactNode => (
    <Select label={label} className="max-w-48" options={options} value={search[name] ?? ''} onChange={(value) => set(name, value)} />
  )
  const without = Object.fromEntries(Object.entries(search).filter(([name]) => !(filterNames as readonly string[]).includes(name)))
  const isFiltered = filterNames.some((name) => search[name] !== undefined)
  return (
    <div role="group" aria-label={t('Filters')} className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
      {filter('channel', t('Channel'), [
        { value: '', label: t('All channels') },
        ...Object.entries(channels).map(([value, { name, icon }]) => ({
          value,
          label: t(name),
          mark: <Icon of={icon} className="text-muted" />,
        })),
      ])}
      {filter('teamId', t('Team'), named(t('All teams'), t('No team'), teams))}
      {filter('inboxId', t('Inbox'), named(t('All inboxes'), null, inboxes))}
      {filter('labelId', t('Label'), named(t('All labels'), t('No label'), labels))}
      {showsPeople &&
        filter('assigneeId', t('Assignee'), [
          { value: '', label: t('All assignees') },
          ...(users ?? []).map(({ id, name }) => ({ value: id, label: name, mark: <Avatar name={name} size={20} /> })),
          { value: 'none', label: t('Unassigned') },
        ])}
      {children}
      <Select
        label={t('Compare with')}
        options={[
          { value: '', label: t('Compare with the time before') },
          { value: 'YEAR', label: t('Compare with a year earlier') },
          { value: 'NONE', label: t('Don’t compare') },
        ]}
        value={search.compare ?? ''}
        onChange={(value) => {
          const { compare: _, ...rest } = search
          onSearch(value === 'YEAR' || value === 'NONE' ? { ...rest, compare: value } : rest)
        }}
      />
      <Select
        label={t('Durations')}
        options={[
          { value: '', label: t('All hours'), hint: t('Nights and weekends count too.') },
          { value: 'WORKING', label: t('Working time'), hint: t('Only your business hours count.') },
        ]}
        value={search.time ?? ''}
        onChange={(value) => {
          const { time: _, ...rest } = search
          onSearch(value === 'WORKING' ? { ...rest, time: 'WORKING' } : rest)
        }}
      />
      {isFiltered && (
        <Button look="plain" onClick={() => onSearch(without)}>
          {t('Clear filters')}
        </Button>
      )}
    </div>
  )
}
