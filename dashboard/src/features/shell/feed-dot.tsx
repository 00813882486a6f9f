import { message, t } from '../../texts/texts.ts'
import { useFeedHealth } from './use-feed.ts'

const words = {
  live: message('Up to date'),
  pausing: message('Connecting'),
  away: message('We can’t connect, so what you see may be out of date. Trying again…'),
}

/** Indicator of the event stream, visible only while it is down: amber with an exclamation mark after a minute. */
export function FeedDot() {
  const health = useFeedHealth()
  if (health === 'live') return <span role="img" aria-label={t(words.live)} className="sr-only" />
  return (
    <span
      role="img"
      aria-label={t(words[health])}
      data-tip={t(words[health])}
      className={`grid size-4 shrink-0 place-items-center rounded-full text-xs font-bold ${health === 'away' ? 'bg-warning text-surface' : ''}`}
    >
      {health === 'away' ? '!' : <span className="size-2 rounded-full border border-line-strong" />}
    </span>
  )
}
