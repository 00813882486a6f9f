import type { ReactNode } from 'react'
import type { NotificationChannels, NotificationPreferences, NotificationType } from '@skein/client'
import { message, t, type Message } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { fromTwoPanes, useMedia } from '../../../ui/use-media.ts'
import { typeIcons } from '../describe-notification.ts'
import { typeIds, typeNames } from '../notification-filters.ts'

type ChannelTableProps = {
  types: NotificationPreferences['types']
  onChange: (type: NotificationType, channels: Partial<NotificationChannels>) => void
}

export const mailNames: Readonly<Record<NotificationChannels['mail'], Message>> = {
  NEVER: message('No email'),
  AT_ONCE: message('At once'),
  DIGEST: message('In the digest'),
}
// Safe because the keys of the table are the choices.
const mailChoices = Object.keys(mailNames) as NotificationChannels['mail'][]

/** Channels for each notification type: a table, or on narrow screens one group of fields per type. */
export function ChannelTable({ types, onChange }: ChannelTableProps) {
  const isWide = useMedia(fromTwoPanes)
  const rows = typeIds.map((type) => ({ type, name: t(typeNames[type]), channels: types[type] }))
  const check = (type: NotificationType, channel: 'inApp' | 'desktop', label: string): ReactNode => (
    <input
      type="checkbox"
      className="size-4"
      aria-label={label}
      // Browser alerts need a notification in the dashboard.
      disabled={channel === 'desktop' && !types[type].inApp}
      checked={types[type][channel] && types[type].inApp}
      onChange={({ target }) => onChange(type, { [channel]: target.checked })}
    />
  )
  const mail = (type: NotificationType, label: string): ReactNode => (
    <Select
      label={label}
      className="w-full"
      options={mailChoices.map((value) => ({ value, label: t(mailNames[value]) }))}
      value={types[type].mail}
      onChange={(value) => onChange(type, { mail: mailChoices.find((each) => each === value) ?? 'NEVER' })}
    />
  )
  if (!isWide)
    return rows.map(({ type, name }) => (
      <fieldset key={type} className="border-b border-line-soft py-2 last:border-b-0">
        <legend className="float-start mb-1 flex w-full items-center gap-2 font-medium">
          <Icon of={typeIcons[type].icon} className="text-muted" />
          {name}
        </legend>
        <div className="clear-both flex flex-wrap items-center gap-x-4">
          <label className="flex min-h-11 items-center gap-2">
            {check(type, 'inApp', t('In the app'))} {t('In the app')}
          </label>
          <label className="flex min-h-11 items-center gap-2">
            {check(type, 'desktop', t('On the desktop'))} {t('On the desktop')}
          </label>
          <div className="min-w-36 flex-1">{mail(type, t('Email'))}</div>
        </div>
      </fieldset>
    ))
  return (
    <table aria-label={t('How we tell you')} className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {t('What happened')}
          </th>
          <th scope="col" className="w-24 px-2 py-2 font-medium">
            {t('In the app')}
          </th>
          <th scope="col" className="w-28 px-2 py-2 font-medium">
            {t('On the desktop')}
          </th>
          <th scope="col" className="w-40 py-2 ps-2 text-start font-medium">
            {t('Email')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ type, name }) => (
          <tr key={type} className="border-b border-line-soft last:border-b-0">
            <th scope="row" className="py-1.5 text-start font-normal">
              <span className="flex items-center gap-2.5">
                <Icon of={typeIcons[type].icon} className="text-muted" />
                {name}
              </span>
            </th>
            <td className="py-1.5 text-center">{check(type, 'inApp', t('{type}: in the app', { type: name }))}</td>
            <td className="py-1.5 text-center">{check(type, 'desktop', t('{type}: on the desktop', { type: name }))}</td>
            <td className="py-1.5 ps-2">{mail(type, t('{type}: email', { type: name }))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
