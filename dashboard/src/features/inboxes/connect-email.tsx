import { useId, useRef, useState, type ReactNode } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, type AnswerOf, type Inbox } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { guessName } from '../../ui/guess-name.ts'
import { Problem } from '../../ui/problem.tsx'
import { ChoiceCards } from '../catalogue/choice-cards.tsx'
import { useUnsavedChanges } from '../catalogue/use-unsaved-changes.tsx'
import { mailType } from './inbox-types.ts'
import { MailboxFields } from './mailbox-fields.tsx'
import { toEmailSettings, toMailbox, type Mailbox, type MailProvider } from './mailbox-settings.ts'
import { nameStep, TestSteps } from './test-steps.tsx'

type ConnectEmailProps = {
  onChanged: (inbox: Inbox, what: 'new') => void
  onCreated: (inbox: Inbox) => void
  /** Opens the form of inboxes for other channels. */
  onOther: () => void
  onClose: () => void
}

/** Values of *Where is this mailbox?* beside the names of providers. */
const otherProvider = 'OTHER'
const noMailbox = 'NONE'
const bigProviders: ReadonlySet<string> = new Set(['GOOGLE', 'MICROSOFT'])

type Steps = AnswerOf<'testMailSettings'>['data']['steps']

/** Panel that creates an EMAIL inbox from its address: finds the provider, tests the mailbox, and only then saves it. */
export function ConnectEmail({ onChanged, onCreated, onOther, onClose }: ConnectEmailProps) {
  const { skein } = useApi()
  const { setDirty, close, question } = useUnsavedChanges(onClose)
  const formId = useId()
  const [address, setAddress] = useState('')
  const [isAddressGiven, setAddressGiven] = useState(false)
  const [place, setPlace] = useState<string | null>(null)
  const [other, setOther] = useState<string | null>(null)
  const [mailbox, setMailbox] = useState<Mailbox>(() => toMailbox(null, ''))
  const [steps, setSteps] = useState<Steps>([])
  const { data: providers = [] } = useQuery({
    queryKey: ['mail-providers'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await skein.listMailProviders({ signal })).data,
  })
  const find = (name: string | null): MailProvider | null => providers.find(({ provider }) => provider === name) ?? null
  const choose = (next: string, from: readonly MailProvider[] = providers): void => {
    setPlace(next)
    setOther(null)
    setMailbox(toMailbox(from.find(({ provider }) => provider === next) ?? null, address))
    setSteps([])
    connect.reset()
  }
  const lookUp = useMutation({
    // Without the suggestion, the user chooses the provider.
    mutationFn: async () => (await skein.listMailProviders({ query: { address } })).data,
    onSuccess: ([found]) => {
      if (found) choose(found.provider, [found])
      else setPlace(null)
      setAddressGiven(true)
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.status === 400)) setAddressGiven(true)
    },
  })
  const provider = find(place === otherProvider ? other : place)
  const oauth = place === otherProvider ? null : (provider?.oauth ?? null)
  const settings = place === noMailbox ? toEmailSettings(toMailbox(null, address)) : toEmailSettings(mailbox, oauth !== null)
  // A repeated request for the same inbox has the same key.
  const lastRequest = useRef({ json: '', key: '' })
  const connect = useMutation({
    async mutationFn({ isTested }: { isTested: boolean }): Promise<Inbox | null> {
      if (!settings) return null
      const { receive, send } = settings
      setSteps([])
      const parts = [
        ...(receive.mode === 'IMAP' ? [{ receive, send: { mode: 'NONE' as const } }] : []),
        ...(send.mode === 'SMTP' ? [{ send }] : []),
      ]
      // One request for each server shows the steps of the first while the second is tested.
      for (const email of isTested ? parts : []) {
        const { data } = await skein.testMailSettings({ body: { address, email }, idempotencyKey: newIdempotencyKey() })
        setSteps((now) => [...now, ...data.steps])
        if (!data.ok) return null
      }
      const body = { name: guessName(address), type: mailType, address, email: settings } as const
      const json = JSON.stringify(body)
      if (lastRequest.current.json !== json) lastRequest.current = { json, key: newIdempotencyKey() }
      return (await skein.createInbox({ body, idempotencyKey: lastRequest.current.key })).data
    },
    onError(error) {
      // The service has stored this refusal under the key, so the next attempt needs a new one.
      if (error instanceof ApiError && error.status < 500) lastRequest.current = { json: '', key: '' }
    },
    async onSuccess(inbox) {
      if (!inbox) return
      onChanged(inbox, 'new')
      if (oauth !== null) {
        const page = { path: { id: inbox.id }, body: { provider: oauth }, idempotencyKey: newIdempotencyKey() }
        // The page of the inbox offers the sign-in as well.
        const answer = await skein.authorizeInbox(page).catch(() => null)
        if (answer) return location.assign(answer.data.authorizeUrl)
      }
      onCreated(inbox)
    },
  })
  const hasFailed = steps.some(({ ok }) => !ok)
  const canConnect = !connect.isPending && settings !== null && isComplete({ place, mailbox, provider, oauth })
  const start = (): void => {
    if (canConnect) connect.mutate({ isTested: place !== noMailbox && oauth === null })
  }
  if (!isAddressGiven)
    return (
      <FormSheet title={t('Connect email')} onClose={close}>
        <form
          id={formId}
          className="grid grid-cols-1 gap-5 p-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (address !== '' && !lookUp.isPending) lookUp.mutate()
          }}
        >
          {question}
          <Field
            label={t('Your support address')}
            hint={t('Customers write to it, and your replies come from it.')}
            type="email"
            required
            maxLength={320}
            autoComplete="off"
            placeholder={'support@example.com'}
            value={address}
            onChange={({ target }) => {
              setAddress(target.value.trim())
              setDirty(target.value !== '')
            }}
          />
          {lookUp.error && <Problem error={lookUp.error} />}
          <p className="text-text-2">
            {t('For chat, phone, Slack or your own program:')}{' '}
            <button type="button" className="min-h-6 font-medium text-accent hover:underline" onClick={onOther}>
              {t('Add another channel')}
            </button>
          </p>
          <Foot onCancel={close}>
            <Button type="submit" form={formId} look="primary" disabled={address === '' || lookUp.isPending}>
              {lookUp.isPending ? t('Looking for the provider…') : t('Continue')}
            </Button>
          </Foot>
        </form>
      </FormSheet>
    )
  return (
    <FormSheet title={t('Connect email')} onClose={close}>
      <form
        id={formId}
        className="grid grid-cols-1 gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        {question}
        <p className="wrap-anywhere">
          <span className="font-medium">{address}</span>
          <span className="block text-muted">{t('The inbox will be called {name}.', { name: guessName(address) })}</span>
        </p>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium">{t('Where is this mailbox?')}</legend>
          <ChoiceCards
            id={`${formId}-place`}
            value={place}
            isReadOnly={connect.isPending}
            options={listPlaces(find(place), lookUp.data?.[0] ?? null)}
            onChange={(next) => choose(next)}
          />
        </fieldset>
        {place !== null && place !== noMailbox && (
          <MailboxFields
            {...{ provider, oauth, mailbox }}
            onChange={(part) => setMailbox((now) => ({ ...now, ...part }))}
            others={
              place === otherProvider
                ? {
                    chosen: other,
                    providers: providers.filter((each) => !bigProviders.has(each.provider)),
                    onChoose: (next) => {
                      setOther(next)
                      setMailbox((now) => ({ ...toMailbox(find(next), address), password: now.password }))
                    },
                  }
                : null
            }
          />
        )}
        {place === noMailbox && (
          <p className="text-text-2">
            {t('The page of the inbox shows an address to forward mail to, and how to make Skein your domain’s mail server.')}
          </p>
        )}
        <Result steps={steps} isRunning={connect.isPending && place !== noMailbox && oauth === null} />
        {connect.error && <Problem error={connect.error} onRetry={start} />}
        <Foot cancel={t('Back')} onCancel={() => setAddressGiven(false)}>
          {hasFailed && !connect.isPending && <Button onClick={() => connect.mutate({ isTested: false })}>{t('Connect anyway')}</Button>}
          <Button type="submit" form={formId} look="primary" disabled={!canConnect}>
            {nameAction({ place, oauth, isRunning: connect.isPending, hasFailed })}
          </Button>
        </Foot>
      </form>
    </FormSheet>
  )
}

const brands = lazily((): Readonly<Record<'GOOGLE' | 'MICROSOFT', string>> => ({ GOOGLE: 'Google', MICROSOFT: 'Microsoft' }))

/** Lists the places of a mailbox, the recognised provider first. */
function listPlaces(chosen: MailProvider | null, found: MailProvider | null): { value: string; label: string; hint: string }[] {
  const recognised = t('We recognised it by the address.')
  const own = found ?? chosen
  return [
    ...(own && !bigProviders.has(own.provider) ? [{ value: own.provider, label: own.name, hint: recognised }] : []),
    { value: 'GOOGLE', label: 'Google', hint: found?.provider === 'GOOGLE' ? recognised : t('Gmail or Google Workspace') },
    { value: 'MICROSOFT', label: 'Microsoft', hint: found?.provider === 'MICROSOFT' ? recognised : t('Microsoft 365 or Outlook.com') },
    { value: otherProvider, label: t('Another provider'), hint: t('Or your own mail server.') },
    { value: noMailbox, label: t('I have none yet'), hint: t('Forward mail to Skein, or connect the mailbox later.') },
  ]
}

type Choice = { place: string | null; mailbox: Mailbox; provider: MailProvider | null; oauth: MailProvider['oauth'] }

/** Whether the form has everything that the test needs. */
function isComplete({ place, mailbox, provider, oauth }: Choice): boolean {
  if (place === null) return false
  if (place === noMailbox || oauth !== null) return true
  if (provider?.signIn === 'OAUTH2') return false
  return mailbox.password !== '' && mailbox.user !== '' && (mailbox.imap !== '' || provider?.imap === null) && mailbox.smtp !== ''
}

type Action = { place: string | null; oauth: MailProvider['oauth']; isRunning: boolean; hasFailed: boolean }

function nameAction({ place, oauth, isRunning, hasFailed }: Action): string {
  if (isRunning) return place === noMailbox ? t('One moment…') : t('Testing…')
  if (oauth !== null) return t('Sign in with {provider}', { provider: brands()[oauth] })
  if (place === noMailbox) return t('Create inbox')
  return hasFailed ? t('Test again') : t('Test and connect')
}

/** Shows the steps of the test while it runs, and what to do when one has failed. */
function Result({ steps, isRunning }: { steps: Steps; isRunning: boolean }): ReactNode {
  if (steps.length === 0 && !isRunning) return null
  const shown = steps.map(({ protocol, step, ...result }) => ({
    ...result,
    key: `${protocol} ${step}`,
    name: `${protocol} · ${nameStep(step)}`,
  }))
  const next = steps.some(({ protocol }) => protocol === 'IMAP') ? t('Test sending') : t('Test the mailbox')
  const running = isRunning ? [{ key: 'running', name: next, ok: null, detail: null, durationMs: null }] : []
  return (
    <div className="grid grid-cols-1 gap-2 rounded-lg bg-sunken px-3 py-2.5">
      <TestSteps label={t('Steps of the test')} steps={[...shown, ...running]} />
      <p role="status" className={isRunning ? 'sr-only' : 'text-danger'}>
        {isRunning
          ? t('Testing…')
          : steps.some(({ ok }) => !ok) && t('The test failed, so nothing is saved. Correct the settings, or connect anyway.')}
      </p>
    </div>
  )
}
