import type { DeliveryState } from '@skein/client'
import { message, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'

export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = { PENDING: 'plain', SUCCEEDED: 'good', FAILED: 'warn', DEAD: 'bad' }
export const deliveryLabels: Readonly<Record<DeliveryState, Message>> = {
  PENDING: message('Waiting'),
  SUCCEEDED: message('Delivered'),
  FAILED: message('Failed, retrying'),
  DEAD: message('Given up'),
}
