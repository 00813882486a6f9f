import type { WidgetConfig } from '../../client/visitor.ts'
import { t } from './texts.ts'
import { formatDuration, formatOpening } from './time.ts'

/** When to expect a reply: by the clock outside hours, by experience within them. */
export function describeReply({ online, nextOpening, expectedReplySeconds }: WidgetConfig): string {
  if (!online && nextOpening !== null) return t('We’re back {time}', { time: formatOpening(nextOpening) })
  if (expectedReplySeconds !== null) return t('We usually reply within {time}', { time: formatDuration(expectedReplySeconds) })
  return online ? t('We’re online now') : t('We reply as soon as we can')
}
