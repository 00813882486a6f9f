import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { language } from '../../texts/language.ts'
import { t, tx } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TriangleAlert } from '../../ui/icons.ts'
import { useTitle } from '../../ui/use-title.ts'
import { useDnsTroubles, useInboxTroubles, type InboxTrouble } from '../inboxes/use-inbox-troubles.ts'
import { SettingsSearch, useFoundSections } from './settings-shell.tsx'
import { useSettingsStates } from './use-settings-states.ts'

/** All settings pages as cards with their current state. Narrow screens show the menu instead. */
export function SettingsHome() {
  useTitle(t('Settings'))
  const found = useFoundSections()
  const states = useSettingsStates()
  const troubles = useInboxTroubles()
  const dns = useDnsTroubles()
  return (
    <div className="mx-auto max-w-270 px-8 py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">{t('Settings')}</h1>
        <SettingsSearch />
      </div>
      {troubles.map((trouble) => (
        <TroubleBanner key={trouble.inbox.id} trouble={trouble} />
      ))}
      {dns.map(({ inbox, missing }) => (
        <Banner key={`dns ${inbox.id}`} inboxId={inbox.id} hash="dns">
          {tx('Replies from {inbox} may land in spam. These DNS records are missing or wrong: {records}.', {
            inbox: <strong className="font-semibold">{inbox.address ?? inbox.name}</strong>,
            records: new Intl.ListFormat(language, { type: 'conjunction' }).format(missing),
          })}
        </Banner>
      ))}
      <div className="mt-4 columns-1 gap-4 @container lg:columns-2 wide:columns-3">
        {found.map(({ name, links }) => (
          <section
            key={name}
            aria-labelledby={`settings-${name}`}
            className="mb-4 break-inside-avoid overflow-hidden rounded-lg border border-line bg-surface pb-1.25"
          >
            <h2 id={`settings-${name}`} className="px-4 pt-3 pb-1.25 text-xs font-semibold text-muted">
              {name}
            </h2>
            <ul>
              {links.map((link) => {
                const { text, badge } = states[link.to] ?? {}
                return (
                  <li key={link.name}>
                    <Link
                      to={link.to}
                      className="grid min-h-12.75 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 ps-4 pe-3.5 -outline-offset-2 transition-colors hover:bg-hover"
                    >
                      <Icon of={link.icon} size={18} className="text-muted" />
                      <span>
                        <span className="block font-medium">{link.name}</span>
                        <span className="block truncate text-xs text-muted">{text ?? link.about}</span>
                      </span>
                      {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </div>
      {found.length === 0 && <p className="mt-4 text-text-2">{t('No setting matches. Try another word.')}</p>}
    </div>
  )
}

function TroubleBanner({ trouble: { inbox, part, state } }: { trouble: InboxTrouble }) {
  const values = { inbox: <strong className="font-semibold">{inbox.address ?? inbox.name}</strong> }
  return (
    <Banner inboxId={inbox.id}>
      {state === 'NEEDS_AUTH'
        ? tx('The mail server of {inbox} doesn’t accept our sign-in any more.', values)
        : part === 'receive'
          ? tx('We can’t fetch mail for {inbox} right now.', values)
          : tx('We can’t send replies from {inbox} right now.', values)}
    </Banner>
  )
}

/** Problem of an inbox, with a link to the tab that fixes it. */
function Banner({ inboxId, hash, children }: { inboxId: string; hash?: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warning-line bg-warning-tint py-2.5 ps-4 pe-3"
    >
      <Icon of={TriangleAlert} size={18} className="text-warning" />
      <span className="min-w-0 flex-1">{children}</span>
      <Link
        to="/settings/inboxes/$inboxId"
        params={{ inboxId }}
        {...(hash === undefined ? {} : { hash })}
        className="inline-flex min-h-8 items-center rounded-md bg-surface px-3 font-medium shadow-[inset_0_0_0_1px_var(--edge),var(--depth-1)] hover:bg-raised"
      >
        {t('Show me how to fix it')}
      </Link>
    </div>
  )
}
