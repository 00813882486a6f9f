import type { ThreadStatus } from '@skein/client'
import { CircleCheck, CircleDot, Hourglass, type IconType } from '../../ui/icons.ts'

export const statusIcons: Readonly<Record<ThreadStatus, IconType>> = {
  open: CircleDot,
  pending: Hourglass,
  resolved: CircleCheck,
  closed: CircleCheck,
}
