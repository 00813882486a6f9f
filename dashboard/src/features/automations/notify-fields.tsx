import type { RuleAction } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { teamSource, userSource } from '../catalogue/sources.ts'
import type { ActionInputProps } from './action-input.ts'

const inputs = lazily(() => ({
  People: createReferenceInput(userSource, { many: true, empty: t('Choose people') }),
  Team: createReferenceInput(teamSource, { empty: t('No team') }),
}))

/** Fields for the recipients and the text of a notification. */
export function NotifyFields({ id, action, onChange, isReadOnly, describedBy, isInvalid }: ActionInputProps) {
  const { People, Team } = inputs()
  const { text = '', assignee, followers, userIds, teamId } = action
  const set = (name: 'text' | 'assignee' | 'followers' | 'userIds' | 'teamId', value: unknown): void => {
    const { [name]: _, ...others } = action
    const isUnset = value === false || value === null || (Array.isArray(value) && value.length === 0)
    // Safe because each control sets only its own field, and the service validates the value.
    onChange((isUnset ? others : { ...others, [name]: value }) as RuleAction)
  }
  const shared = { values: {}, describedBy, isInvalid, isReadOnly, problems: {} }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <label htmlFor={id} className="mb-1 block text-xs text-muted">
          {t('What it says')}
        </label>
        <input
          id={id}
          className="field w-full"
          dir="auto"
          maxLength={200}
          disabled={isReadOnly}
          aria-describedby={describedBy}
          aria-invalid={isInvalid && text.trim() === ''}
          placeholder={t('No one has answered for a day')}
          value={text}
          onChange={({ target }) => set('text', target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-x-4">
        {(
          [
            ['assignee', t('The assignee'), assignee],
            ['followers', t('The followers'), followers],
          ] as const
        ).map(([name, label, isOn]) => (
          <label key={name} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              disabled={isReadOnly}
              checked={isOn === true}
              onChange={({ target }) => set(name, target.checked)}
            />
            {label}
          </label>
        ))}
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <div>
          <label htmlFor={`${id}-team`} className="mb-1 block text-xs text-muted">
            {t('Everyone in a team')}
          </label>
          <Team id={`${id}-team`} value={teamId} onChange={(value) => set('teamId', value)} {...shared} />
        </div>
        <div>
          <label htmlFor={`${id}-people`} className="mb-1 block text-xs text-muted">
            {t('Certain people')}
          </label>
          <People id={`${id}-people`} value={userIds} onChange={(value) => set('userIds', value)} {...shared} />
        </div>
      </div>
    </div>
  )
}
