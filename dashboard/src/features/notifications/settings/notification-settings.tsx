import { useId, type ReactNode } from 'react'
import type { NotificationPreferences } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import { CommitInput } from '../../../ui/commit-input.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Select } from '../../../ui/select.tsx'
import { browserZone, listTimeZones } from '../../../ui/time-zones.ts'
import { Page } from '../../catalogue/page.tsx'
import { isPushPossible } from '../push-device.ts'
import { AlertSwitch } from './alert-switch.tsx'
import { ChannelTable } from './channel-table.tsx'
import { Exceptions } from './exceptions.tsx'
import { PushSwitch } from './push-switch.tsx'
import { useNotificationPreferences } from './use-preferences.ts'

/** Saves complete fields of the preferences. */
type Put = (fields: Partial<Omit<NotificationPreferences, 'types'>>) => void

/** Settings page for notifications. Each choice is saved immediately. */
export function NotificationSettingsScreen() {
  const { preferences, chosen, save } = useNotificationPreferences()
  const put: Put = (fields) => void save(fields, (known) => ({ ...known, ...fields }))
  return (
    <Page
      title={t('Notifications')}
      guide="for-agents/notifications"
      lead={t('You’re never told what you did yourself. We save each choice right away.')}
    >
      {preferences.isPending && <Skeleton rows={8} />}
      {preferences.error && <Problem error={preferences.error} onRetry={() => void preferences.refetch()} />}
      {chosen && (
        <div className="grid max-w-190 grid-cols-1 gap-4">
          <Card title={t('What we tell you')}>
            <ChannelTable
              types={chosen.types}
              onChange={(type, channels) =>
                void save({ types: { [type]: channels } }, (known) => ({
                  ...known,
                  types: { ...known.types, [type]: { ...known.types[type], ...channels } },
                }))
              }
            />
          </Card>
          <Card title={t('On this device')} hint={t('What we tell you on the desktop, as notifications of your phone or computer.')}>
            <div className="grid gap-3 divide-y divide-line-soft *:not-last:pb-3">
              {/* A browser that blocks alerts blocks both, and the second part says so. */}
              {!(isPushPossible() && Notification.permission === 'denied') && (
                <div>
                  <h3 className="font-medium">{t('Desktop alerts')}</h3>
                  <AlertSwitch />
                </div>
              )}
              <div>
                <h3 className="font-medium">{t('Push notifications')}</h3>
                <PushSwitch />
              </div>
            </div>
          </Card>
          <Card title={t('Email and quiet hours')}>
            <Times chosen={chosen} put={put} />
          </Card>
          <Card title={t('Following')} hint={t('We tell you about threads you follow as if they were assigned to you.')}>
            <Check
              label={t('Follow threads that I answer')}
              isOn={chosen.followWhenIAnswer}
              onChange={(followWhenIAnswer) => put({ followWhenIAnswer })}
            />
            <Check
              label={t('Follow threads whose notes mention me')}
              isOn={chosen.followWhenMentioned}
              onChange={(followWhenMentioned) => put({ followWhenMentioned })}
            />
          </Card>
          <Card title={t('Exceptions')} hint={t('Choose more or less for the threads of an inbox or a team.')}>
            <Exceptions overrides={chosen.overrides} onChange={(overrides) => put({ overrides })} />
          </Card>
        </div>
      )}
    </Page>
  )
}

function Card({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      {hint !== undefined && <p className="mt-0.5 text-xs text-muted">{hint}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-8 items-center gap-2 font-medium max-md:min-h-11">
      <input type="checkbox" className="size-4" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}

type TimesProps = { chosen: NotificationPreferences; put: Put }

/** Fields for the digest's time and the quiet hours. */
function Times({ chosen: { quiet, digestAt }, put }: TimesProps) {
  const zoneId = useId()
  const setQuiet = (next: Partial<NonNullable<typeof quiet>>): void => {
    if (quiet) put({ quiet: { ...quiet, ...next } })
  }
  return (
    <div className="grid gap-4">
      <Time
        label={t('Daily digest at')}
        hint={
          quiet === null ? t('In your workspace’s time zone. Sent only if something is unread.') : t('Sent only if something is unread.')
        }
        value={digestAt}
        onCommit={(value) => put({ digestAt: value })}
      />
      <div>
        <Check
          label={t('Quiet hours')}
          isOn={quiet !== null}
          onChange={(isOn) => put({ quiet: isOn ? { from: '18:30', to: '08:00', timezone: browserZone } : null })}
        />
        <p className="text-xs text-muted">{t('No desktop alerts, and email waits until they end.')}</p>
      </div>
      {quiet !== null && (
        <div className="flex flex-wrap gap-4">
          <Time label={t('From')} value={quiet.from} onCommit={(from) => setQuiet({ from })} />
          <Time label={t('To')} value={quiet.to} onCommit={(to) => setQuiet({ to })} />
          <div className="min-w-0 flex-1 basis-56">
            <label htmlFor={zoneId} className="mb-1.5 block font-medium">
              {t('Time zone')}
            </label>
            <Select
              id={zoneId}
              label={t('Time zone')}
              className="w-full"
              options={listTimeZones()}
              placeholder={quiet.timezone}
              value={quiet.timezone}
              onChange={(timezone) => setQuiet({ timezone })}
            />
          </div>
        </div>
      )}
    </div>
  )
}

type TimeProps = { label: string; hint?: string; value: string; onCommit: (value: string) => void }

function Time({ label, hint, value, onCommit }: TimeProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <CommitInput
        id={id}
        type="time"
        required
        className="field h-8.5 w-32"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onCommit={(next) => {
          // The time field's value is empty until the time is complete.
          if (/^\d\d:\d\d$/.test(next)) onCommit(next)
        }}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
