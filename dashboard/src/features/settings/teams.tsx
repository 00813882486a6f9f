import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Team } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { Catalogue, MoreProps } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { businessHoursSource, teamSource, userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'

const assignments: Readonly<Record<Team['assignment'], string>> = {
  MANUAL: 'By hand',
  ROUND_ROBIN: 'Members in turn',
  LEAST_LOADED: 'Fewest open threads',
}

const teams: Catalogue<Team> = {
  ...teamSource,
  title: 'Teams',
  reference: 'teams',
  lead: 'People who work on threads together. A team’s thread is assigned to one of its members, or waits until somebody takes it.',
  emptyHint: 'With teams, the threads of an inbox go to those who know about them.',
  searchIn: ({ name }) => [name],
  columns: [
    { header: 'Name', cell: ({ name }) => name, grows: true },
    { header: 'Assignment', cell: ({ assignment }) => assignments[assignment], from: 'sm' },
    { header: 'Limit per member', cell: ({ maxOpenPerAgent }) => maxOpenPerAgent ?? 'No limit', align: 'end', from: 'md' },
    { header: 'Members', cell: ({ memberIds }) => memberIds.length, align: 'end' },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 64 },
    {
      kind: 'choice',
      name: 'assignment',
      label: 'Who gets a new thread of the team',
      required: true,
      options: [
        { value: 'MANUAL', label: 'By hand', hint: 'nobody, until somebody assigns it' },
        { value: 'ROUND_ROBIN', label: 'Its members in turn' },
        { value: 'LEAST_LOADED', label: 'The member with the fewest open threads' },
      ],
    },
    {
      kind: 'number',
      name: 'maxOpenPerAgent',
      label: 'Open threads per member',
      min: 1,
      max: 10_000,
      hint: 'At most this many are assigned to one person; empty for no limit. The others wait in the team’s queue.',
    },
    { kind: 'custom', name: 'businessHoursId', label: 'Business hours', Input: createReferenceInput(businessHoursSource) },
  ],
  initial: { assignment: 'MANUAL' },
  More: Members,
  removal: { verb: 'Delete', consequence: () => 'Its members stay. A team that threads or inboxes refer to is not deleted.' },
}

export function TeamsScreen() {
  return <CatalogueScreen catalogue={teams} />
}

/** The members of a team. Adding and removing take effect immediately. */
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
    <section aria-label="Members" className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between">
        <h3 className="font-medium">Members</h3>
        <Button disabled={add.isPending} hidden={whyNot !== null} onClick={() => setAdding(true)}>
          Add a member
        </Button>
      </div>
      {item.memberIds.length === 0 && <p className="text-sm text-muted">Nobody yet: threads of the team wait.</p>}
      <ul>
        {item.memberIds.map((id) => {
          const name = users.find((user) => user.id === id)?.name ?? id
          return (
            <li key={id} className="flex min-h-9 items-center justify-between border-b border-line text-sm">
              {name}
              <Button
                look="plain"
                disabled={remove.isPending}
                hidden={whyNot !== null}
                aria-label={`Remove ${name}`}
                onClick={() => remove.mutate(id)}
              >
                Remove
              </Button>
            </li>
          )
        })}
      </ul>
      {(add.error ?? remove.error) && <Problem error={add.error ?? remove.error} />}
      {isAdding && (
        <Picker
          label="Add a member"
          options={others.map(({ id, name, email }) => ({ id, name, detail: email }))}
          onPick={(id) => add.mutate(id)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}
