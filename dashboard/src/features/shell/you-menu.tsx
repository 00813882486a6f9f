import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { toDocsUrl } from '../../api/docs-url.ts'
import { useRights } from '../../api/rights.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { chosenDensity, densities, type Density } from '../../ui/density.ts'
import { BookOpen, ChevronsUpDown, Code, Keyboard, LogOut, Moon, Settings, Sun, SunMoon } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { useTheme, type Theme } from '../../ui/theme.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { availabilities } from './user-labels.ts'
import { useAvailability } from './use-availability.ts'

type YouMenuProps = { isRail?: boolean; onWire: () => void; onHelp: () => void }

const themes = [
  { theme: 'system', label: message('Same theme as the system'), icon: SunMoon },
  { theme: 'light', label: message('Light theme'), icon: Sun },
  { theme: 'dark', label: message('Dark theme'), icon: Moon },
] as const satisfies readonly { theme: Theme; label: Message; icon: unknown }[]

const densityNames: Readonly<Record<Density, Message>> = { comfortable: message('Comfortable rows'), compact: message('Compact rows') }

/** Menu of the signed-in user, with their availability. */
export function YouMenu({ isRail = false, onWire, onHelp }: YouMenuProps) {
  const { skein, session, settings } = useApi()
  const navigate = useNavigate()
  const [theme, setTheme] = useTheme()
  const density = useStore(chosenDensity)
  const mayDevelop = useRights().whyNot('createApiKey') === null
  const name = getSessionUser(useStore(session.store))?.name ?? ''
  const { preferences, choose } = useAvailability()
  const availability = preferences.data?.availability
  const leave = useMutation({ mutationFn: () => skein.logout(), onSettled: () => session.signOut() })
  const items: MenuItem[] = [
    ...availabilities().map(({ value, label }) => ({ label, isOn: value === availability, onSelect: () => choose.mutate(value) })),
    'separator',
    ...themes.map((each) => ({ label: t(each.label), isOn: each.theme === theme, onSelect: () => setTheme(each.theme) })),
    'separator',
    ...densities.map((each) => ({ label: t(densityNames[each]), isOn: each === density, onSelect: () => chosenDensity.set(each) })),
    'separator',
    { label: t('Profile and settings'), icon: Settings, onSelect: () => void navigate({ to: '/settings/profile' }) },
    { label: t('Keyboard shortcuts'), icon: Keyboard, keys: '?', onSelect: onHelp },
    ...(mayDevelop ? ([{ label: t('API calls of this tab'), icon: Code, keys: formatKeys('wire'), onSelect: onWire }] as const) : []),
    { label: t('How to use Skein'), icon: BookOpen, link: toDocsUrl(settings.apiUrl, 'for-agents') },
    ...(mayDevelop ? [{ label: t('Guides and API reference'), icon: Code, link: `${settings.apiUrl}/docs` }] : []),
    'separator',
    { label: t('Sign out'), icon: LogOut, onSelect: () => leave.mutate() },
  ]
  const state = availabilities().find(({ value }) => value === availability)?.label
  const presence = availability === undefined || availability === 'OFFLINE' ? undefined : availability === 'AVAILABLE' ? 'online' : 'away'
  return (
    <MenuButton
      label={t('You')}
      items={items}
      side={isRail ? 'right-end' : 'top-start'}
      className={
        isRail
          ? 'grid size-9 place-items-center rounded-lg hover:bg-hover aria-expanded:bg-hover'
          : 'mt-1.5 flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover aria-expanded:bg-hover'
      }
    >
      <Avatar name={name} size={24} presence={presence} />
      <span className={isRail ? 'sr-only' : 'min-w-0 flex-1'}>
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-2xs/3.5 text-muted">{state ?? ' '}</span>
      </span>
      {!isRail && <Icon of={ChevronsUpDown} size={14} className="text-muted" />}
    </MenuButton>
  )
}
