import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Team } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { formatLocale } from '../../texts/language.ts'
import { lazily, plural, t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Plus } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { Catalogue, MoreProps } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { businessHoursSource, teamSource, userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'

const teams = lazily((): Catalogue<Team> => {
  const assignments: Readonly<Record<Team['assignment'], string>> = {
    MANUAL: t('By hand'),
    ROUND_ROBIN: t('Members in turn'),
    LEAST_LOADED: t('Fewest open threads'),
  }
  return {
    ...teamSource,
    title: t('Teams'),
    texts: {
      count: (count) => plural(count, '{count} team', '{count} teams'),
      search: t('Search teams'),
      add: t('New team'),
      create: t('Create team'),
      empty: t('No teams yet. With teams, threads go to the people who know the subject.'),
    },
    reference: 'teams',
    guide: 'for-admins/teams',
    lead: t('People who share a queue. A team’s thread goes to one of its members, or waits until someone takes it.'),
    searchIn: ({ name }) => [name],
    columns: [
      { header: t('Name'), cell: ({ name }) => name, grows: true },
      { header: t('Assignment'), cell: ({ assignment }) => assignments[assignment], from: 'sm' },
      { header: t('Limit per member'), cell: ({ maxOpenPerAgent }) => maxOpenPerAgent ?? t('No limit'), align: 'end', from: 'md' },
      { header: t('Members'), cell: ({ memberIds }) => <Faces ids={memberIds} />, align: 'end' },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 64 },
      {
        kind: 'choice',
        name: 'assignment',
        label: t('Who gets a new thread?'),
        required: true,
        options: [
          { value: 'MANUAL', label: t('By hand'), hint: t('no one, until someone assigns it') },
          { value: 'ROUND_ROBIN', label: t('Members in turn') },
          { value: 'LEAST_LOADED', label: t('Whoever has the fewest open threads') },
        ],
      },
      {
        kind: 'number',
        name: 'maxOpenPerAgent',
        label: t('Open threads per member'),
        min: 1,
        max: 10_000,
        hint: t(
          'Not counting chats. We assign no more than this to one person, and the rest wait in the team’s queue. Leave it empty for no limit.',
        ),
      },
      {
        kind: 'number',
        name: 'maxChatsPerAgent',
        label: t('Open chats per member'),
        min: 1,
        max: 10_000,
        hint: t('Chats on your website, counted apart. Leave it empty for no limit.'),
      },
      { kind: 'custom', name: 'businessHoursId', label: t('Business hours'), Input: createReferenceInput(businessHoursSource) },
    ],
    initial: { assignment: 'MANUAL' },
    More: Members,
    removal: {
      kind: 'delete',
      confirm: t('Delete team'),
      consequence: () => t('Its members stay. You can’t delete a team that threads or inboxes still use.'),
    },
  }
})

export function TeamsScreen() {
  return <CatalogueScreen catalogue={teams()} />
}

/** Members of a team. Adding and removing take effect immediately. */
function Members({ item, onRead }: MoreProps<Team>) {
  const { skein } = useApi()
  const rights = useRights()
  const [isAdding, setAdding] = useState(false)
  const { data: users = [] } = useAllItems(userSource)
  const add = useMutation({ mutationFn: (userId: string) => skein.addTeamMember({ path: { id: item.id, userId } }), onSuccess: onRead })
  const remove = useMutation({
    mutationFn: (userId: string) => skein.removeTeamMember({ path: { id: item.id, userId } }),
    onSuccess: onRead,
  })
  const whyNot = rights.whyNot('addTeamMember')
  const others = users.filter(({ id }) => !item.memberIds.includes(id))
  return (
    <section aria-label={t('Members')} className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between">
        <h3 className="text-md font-semibold">{t('Members')}</h3>
        <Button icon={Plus} disabled={add.isPending} hidden={whyNot !== null} onClick={() => setAdding(true)}>
          {t('Add a member')}
        </Button>
      </div>
      {item.memberIds.length === 0 && (
        <p className="text-muted">{t('No members yet. New threads wait in the team’s queue until someone joins.')}</p>
      )}
      <ul>
        {item.memberIds.map((id) => {
          const name = users.find((user) => user.id === id)?.name ?? id
          return (
            <li key={id} className="flex min-h-10 items-center gap-2.5 border-b border-line-soft last:border-b-0">
              <Avatar name={name} size={24} />
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              <Button
                look="plain"
                size="small"
                disabled={remove.isPending}
                hidden={whyNot !== null}
                aria-label={t('Remove {name}', { name })}
                onClick={() => remove.mutate(id)}
              >
                {t('Remove')}
              </Button>
            </li>
          )
        })}
      </ul>
      {(add.error ?? remove.error) && <Problem error={add.error ?? remove.error} />}
      {isAdding && (
        <Picker
          label={t('Add a member')}
          options={others.map(({ id, name, email }) => ({ id, name, detail: email }))}
          onPick={(id) => add.mutate(id)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

/** Number of a team's members, with the first avatars. */
function Faces({ ids }: { ids: readonly string[] }) {
  const { data: users = [] } = useAllItems(userSource)
  const names = ids.flatMap((id) => users.find((user) => user.id === id)?.name ?? [])
  return (
    <span className="inline-flex items-baseline gap-2" data-tip={names.join(', ')}>
      <span aria-hidden className="flex -space-x-1.5 self-center empty:hidden @max-[28rem]:hidden">
        {names.slice(0, 4).map((name) => (
          <Avatar key={name} name={name} size={20} />
        ))}
      </span>
      {ids.length.toLocaleString(formatLocale)}
    </span>
  )
}
