import { useState } from 'react'
import type { NotificationOverride } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Inbox, Plus, Trash2, Users } from '../../../ui/icons.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Select } from '../../../ui/select.tsx'
import { useInboxes, useTeams } from '../../threads/use-catalog.ts'
import { exceptionLevels, findLevel, levelIds } from './exception-levels.ts'

const maxExceptions = 50

type ExceptionsProps = { overrides: readonly NotificationOverride[]; onChange: (overrides: NotificationOverride[]) => void }

/** Overrides for the threads of some inboxes and teams. */
export function Exceptions({ overrides, onChange }: ExceptionsProps) {
  const { data: inboxes = [] } = useInboxes()
  const { data: teams = [] } = useTeams()
  const [isAdding, setAdding] = useState(false)
  const describe = ({ inboxId, teamId }: NotificationOverride): string => {
    const inbox = inboxId && (inboxes.find(({ id }) => id === inboxId)?.name ?? t('A deleted inbox'))
    const team = teamId && (teams.find(({ id }) => id === teamId)?.name ?? t('A deleted team'))
    if (inbox && team) return t('{inbox}, team {team}', { inbox, team })
    return inbox || team || t('All threads')
  }
  const isTaken = (id: string): boolean =>
    overrides.some(({ inboxId, teamId }) => (inboxId === id && !teamId) || (teamId === id && !inboxId))
  const places = [
    ...inboxes.map(({ id, name }) => ({ id, name, detail: t('Inbox'), icon: Inbox })),
    ...teams.map(({ id, name }) => ({ id, name, detail: t('Team'), icon: Users })),
  ].filter(({ id }) => !isTaken(id))
  const replace = (at: number, next: NotificationOverride | null): void =>
    onChange(overrides.flatMap((each, i) => (i === at ? (next ?? []) : [each])))
  return (
    <>
      <ul>
        {overrides.map((override, at) => {
          const name = describe(override)
          const level = findLevel(override)
          return (
            <li
              // An API caller may have stored two overrides for the same threads, so the index is part of the key.
              // oxlint-disable-next-line react/no-array-index-key -- see above.
              key={`${override.inboxId} ${override.teamId} ${at}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-soft py-1.5"
            >
              <span className="flex min-w-32 flex-1 items-center gap-2.5">
                <Icon of={override.inboxId ? Inbox : Users} className="text-muted" />
                <span className="wrap-anywhere">{name}</span>
              </span>
              <Select
                label={t('What we tell you about {place}', { place: name })}
                className="w-full max-w-80"
                options={levelIds.map((value) => ({ value, label: t(exceptionLevels[value].name) }))}
                placeholder={t('Set by a program')}
                value={level ?? ''}
                onChange={(value) => {
                  const chosen = levelIds.find((each) => each === value)
                  if (chosen) replace(at, { ...override, types: exceptionLevels[chosen].types })
                }}
              />
              <IconButton icon={Trash2} label={t('Remove the exception for {place}', { place: name })} onClick={() => replace(at, null)} />
            </li>
          )
        })}
      </ul>
      <Button
        icon={Plus}
        className="mt-3"
        disabled={places.length === 0 || overrides.length >= maxExceptions}
        data-tip={places.length === 0 ? t('Every inbox and team has an exception.') : undefined}
        onClick={() => setAdding(true)}
      >
        {t('Add an exception')}
      </Button>
      {isAdding && (
        <Picker
          label={t('Inbox or team')}
          options={places.map(({ id, name, detail, icon }) => ({ id, name, detail, mark: <Icon of={icon} className="text-muted" /> }))}
          onClose={() => setAdding(false)}
          onPick={(id) => {
            const place = id.startsWith('tea_') ? { inboxId: null, teamId: id } : { inboxId: id, teamId: null }
            onChange([...overrides, { ...place, types: exceptionLevels.mine.types }])
          }}
        />
      )}
    </>
  )
}
