/** Translates the values of dimensions. */
import type { ReactNode } from 'react'
import type { ReportGroup } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { nameWeekday } from '../../ui/weekdays.ts'
import { channels } from '../threads/channel-icons.ts'
import { priorityNames } from '../threads/names.ts'

/** Labels for facts without a value. */
const withoutValue: Readonly<Partial<Record<ReportGroup['dimension'], Message>>> = {
  person: message('No one'),
  assignee: message('Unassigned'),
  team: message('No team'),
  policy: message('No response target'),
  label: message('No label'),
  customer: message('No customer'),
}

export function nameGroup({ dimension, id, name }: ReportGroup): string {
  if (id === null || id === 'none') return t(withoutValue[dimension] ?? message('None'))
  if (dimension === 'channel') return nameOf(channels, id)
  if (dimension === 'priority') return id in priorityNames ? t(priorityNames[id as keyof typeof priorityNames]) : id
  if (dimension === 'weekday') return nameWeekday(id)
  return name ?? t('Deleted')
}

function nameOf(names: typeof channels, id: string): string {
  const channel = Object.hasOwn(names, id) ? names[id as keyof typeof names] : null
  return channel ? t(channel.name) : id
}

/** Returns the icon or avatar before a value's name. */
export function markOf(group: ReportGroup): ReactNode {
  if (group.dimension === 'channel' && group.id !== null && Object.hasOwn(channels, group.id))
    return <Icon of={channels[group.id as keyof typeof channels].icon} className="text-muted" />
  if (group.dimension !== 'person' && group.dimension !== 'assignee') return null
  return group.name === null ? <NoAvatar /> : <Avatar name={group.name} size={24} />
}
