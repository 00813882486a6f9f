import { useRef, useState } from 'react'
import { ApiError, type RequestOf, type User } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { Foot } from '../../ui/form/foot.tsx'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CircleCheck, CircleX, Info } from '../../ui/icons.ts'
import type { SheetProps } from '../catalogue/catalogue.ts'
import { useUnsavedChanges } from '../catalogue/use-unsaved-changes.tsx'
import { useHasMailServer } from '../inboxes/use-inbox-troubles.ts'
import { InvitationLink } from './invitation-link.tsx'
import { parsePeople, type Person } from './parse-people.ts'

type Result = Person & { state: 'invited' | 'added' | 'here' | 'failed'; reason: string | null; userId: string | null }

const marks = {
  invited: { icon: CircleCheck, colour: 'text-success' },
  added: { icon: CircleCheck, colour: 'text-success' },
  here: { icon: Info, colour: 'text-muted' },
  failed: { icon: CircleX, colour: 'text-danger' },
} as const

/** Panel that invites many people at once, and then shows the result for each address. */
export function InvitePeople({ catalogue, onChanged, onClose }: SheetProps<User>) {
  const { skein } = useApi()
  const lacksMailServer = useHasMailServer() === false
  const { setDirty, close, question } = useUnsavedChanges(onClose)
  const [results, setResults] = useState<readonly Result[] | null>(null)
  const [initial, setInitial] = useState<Values>(catalogue.initial ?? {})
  /** Idempotency keys by address, so that a second attempt invites no one twice. */
  const keys = useRef(new Map<string, string>())

  async function invite(person: Person, { role, teamIds, invite: isInvited }: Values): Promise<Result> {
    const idempotencyKey = keys.current.get(person.email) ?? newIdempotencyKey()
    keys.current.set(person.email, idempotencyKey)
    try {
      // Safe because the form's fields are the API's, and the service validates their values.
      const body = { ...person, role, ...(teamIds ? { teamIds } : {}), invite: isInvited === true } as RequestOf<'createUser'>['body']
      const { data } = await skein.createUser({ body, idempotencyKey })
      onChanged(data, 'new')
      return { ...person, state: isInvited === true ? 'invited' : 'added', reason: null, userId: data.id }
    } catch (error) {
      // The service has stored this refusal under the key, so the next attempt needs a new one.
      if (error instanceof ApiError && error.status < 500) keys.current.delete(person.email)
      if (error instanceof ApiError && error.code === 'SVC-CATALOG-DUPLICATE')
        return { ...person, state: 'here', reason: null, userId: null }
      const detail = error instanceof ApiError ? error.details[0]?.message : undefined
      return { ...person, state: 'failed', reason: detail ?? describeFailure(error).text, userId: null }
    }
  }
  const failed = results?.filter(({ state }) => state === 'failed') ?? []
  return (
    <FormSheet title={t('Invite people')} onClose={close}>
      <div className="grid grid-cols-1 gap-5 p-5">
        {question}
        {results === null ? (
          <RecordForm
            fields={[
              peopleField(),
              ...catalogue.fields.filter(({ name, onlyExisting }) => name !== 'name' && name !== 'email' && !onlyExisting),
            ]}
            read={null}
            initial={initial}
            submit={t('Invite')}
            check={checkPeople}
            onDirty={setDirty}
            send={async (values) => {
              const done: Result[] = []
              for (const person of parsePeople(String(values['people'] ?? '')).people) done.push(await invite(person, values))
              setInitial(values)
              return done
            }}
            onDone={(done) => {
              setDirty(false)
              setResults(done)
            }}
          />
        ) : (
          <>
            <div role="status">
              <ul aria-label={t('What came of it')} className="grid grid-cols-1 gap-2">
                {results.map((result) => (
                  <li key={result.email} className="flex gap-2">
                    <Icon of={marks[result.state].icon} className={`mt-px ${marks[result.state].colour}`} />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      {describeResult(result)}
                      {result.state === 'invited' && result.userId !== null && <InvitationLink userId={result.userId} name={result.name} />}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
            {lacksMailServer && (
              <p className="text-text-2">
                {t('There’s no mail server that works, so no one gets an email. Copy a link for each person and send it to them yourself.')}
              </p>
            )}
            <Foot cancel={t('Done')} onCancel={onClose}>
              <Button
                onClick={() => {
                  setInitial({ ...initial, people: failed.map(({ name, email }) => `${name} <${email}>`).join('\n') || null })
                  setResults(null)
                }}
              >
                {failed.length === 0 ? t('Invite more') : plural(failed.length, 'Try {count} again', 'Try {count} again')}
              </Button>
            </Foot>
          </>
        )}
      </div>
    </FormSheet>
  )
}

function peopleField(): FieldSpec {
  return {
    kind: 'area',
    name: 'people',
    label: t('Email addresses'),
    required: true,
    rows: 4,
    placeholder: 'lena@example.com\nMarcus Bell <marcus@example.com>',
    hint: t('As many as you like: one per line, or a list from your mail program.'),
  }
}

function checkPeople({ people }: Values): { field: string; message: string } | null {
  const { people: found, unread } = parsePeople(String(people ?? ''))
  if (unread[0] !== undefined) return { field: 'people', message: t('“{text}” isn’t an email address.', { text: unread[0] }) }
  return found.length === 0 ? { field: 'people', message: t('Enter an email address.') } : null
}

function describeResult({ state, email, reason }: Result): string {
  if (state === 'invited') return t('Invited {email}', { email })
  if (state === 'added') return t('Added {email}', { email })
  return state === 'here' ? t('{email} is already here', { email }) : t('{email}: {reason}', { email, reason: reason ?? '' })
}
