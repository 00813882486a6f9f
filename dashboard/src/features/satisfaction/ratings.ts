/** Labels and colours of ratings, for all screens that show them. */
import type { SatisfactionRequest } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
import type { Tone } from '../../ui/badge.tsx'
import { CircleX, Clock, Hourglass, Smile, Star, ThumbsDown, ThumbsUp, type IconType } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'

type Scale = SatisfactionRequest['scale']

export type Look = { text: string; tone: Tone; icon: IconType }

/** Describes a score: `4 of 5` stars, or a thumb. Its colour follows the reports, where 4, 5 and thumbs up count as satisfied. */
export function describeScore(score: number, scale: Scale): Look {
  if (scale === 'THUMBS')
    return score === 1 ? { text: t('Good'), tone: 'good', icon: ThumbsUp } : { text: t('Not good'), tone: 'bad', icon: ThumbsDown }
  return { text: t('{score} of 5', { score }), tone: score >= 4 ? 'good' : score === 3 ? 'plain' : 'bad', icon: Star }
}

export const cancelReasons: Readonly<Record<NonNullable<SatisfactionRequest['cancelReason']>, Message>> = {
  REOPENED: message('The thread was reopened before we asked.'),
  MERGED: message('The thread was merged into another one.'),
  CUSTOMER_CHANGED: message('The thread was given to another customer.'),
  ERASED: message('The customer or the thread was erased.'),
  OPTED_OUT: message('The customer doesn’t want to be asked.'),
  NO_ADDRESS: message('We have no address that we could write to.'),
  ASKED_RECENTLY: message('The customer was asked about another thread not long ago.'),
  DISABLED: message('The survey is off for this inbox.'),
  LABEL: message('The thread has a label that we don’t ask about.'),
  BY_USER: message('Someone on your team cancelled it.'),
}

/** Describes a survey by its state, such as `4 of 5` or `Survey at 10:30`. */
export function describeRequest({ state, answer, scale, sendAt, sentAt }: SatisfactionRequest): Look {
  if (answer !== null) return describeScore(answer.score, scale)
  switch (state) {
    case 'PLANNED':
      return { text: t('Survey: {time}', { time: formatMoment(sendAt) }), tone: 'plain', icon: Clock }
    case 'CANCELLED':
      return { text: sentAt === null ? t('Not asked') : t('Survey cancelled'), tone: 'plain', icon: CircleX }
    case 'EXPIRED':
      return { text: t('Not rated'), tone: 'plain', icon: Hourglass }
    default:
      return { text: t('Asked for a rating'), tone: 'plain', icon: Smile }
  }
}

/** Returns the survey to show for a thread: the latest with a rating, unless a newer one is pending. */
export function findMainRequest(requests: readonly SatisfactionRequest[]): SatisfactionRequest | null {
  const [latest] = requests
  if (latest === undefined || latest.state === 'PLANNED' || latest.state === 'SENT') return latest ?? null
  return requests.find(({ answer }) => answer !== null) ?? latest
}
