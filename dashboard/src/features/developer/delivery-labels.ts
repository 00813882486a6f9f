import type { DeliveryState } from '@skein/client'
import type { Tone } from '../../ui/badge.tsx'

export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = { PENDING: 'plain', SUCCEEDED: 'good', FAILED: 'warn', DEAD: 'bad' }
export const deliveryLabels: Readonly<Record<DeliveryState, string>> = {
  PENDING: 'Waiting',
  SUCCEEDED: 'Delivered',
  FAILED: 'Failed, will be retried',
  DEAD: 'Given up',
}
