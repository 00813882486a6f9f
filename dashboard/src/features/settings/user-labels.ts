import type { User } from '@skein/client'

export const roleLabels: Readonly<Record<User['role'], string>> = { OWNER: 'Owner', ADMIN: 'Admin', AGENT: 'Agent', VIEWER: 'Viewer' }

export const availabilities = [
  { value: 'AVAILABLE', label: 'Available', hint: 'takes new threads' },
  { value: 'BUSY', label: 'Busy', hint: 'works on what is there' },
  { value: 'AWAY', label: 'Away' },
  { value: 'OFFLINE', label: 'Offline' },
] as const
