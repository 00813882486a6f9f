import type { User } from '@skein/client'
import { lazily, message, t, type Message } from '../../texts/texts.ts'

export const roleLabels: Readonly<Record<User['role'], Message>> = {
  OWNER: message('Owner'),
  ADMIN: message('Admin'),
  AGENT: message('Agent'),
  VIEWER: message('Viewer'),
}

export const availabilities = lazily(
  () =>
    [
      { value: 'AVAILABLE', label: t('Available'), hint: t('takes new threads') },
      { value: 'BUSY', label: t('Busy'), hint: t('no new threads') },
      { value: 'AWAY', label: t('Away') },
      { value: 'OFFLINE', label: t('Offline') },
    ] as const,
)
