import { useFeedHealth } from './use-feed.ts'

const words = { live: 'Up to date', pausing: 'Connecting', away: 'Not connected: what you see may be old. Trying again.' }

/** Shows whether the screens receive live events. It turns amber with an exclamation mark only after a minute without them. */
export function FeedDot() {
  const health = useFeedHealth()
  return (
    <span
      role="img"
      aria-label={words[health]}
      title={words[health]}
      className={`grid size-4 shrink-0 place-items-center rounded-full text-xs font-bold ${health === 'away' ? 'bg-warning text-surface' : ''}`}
    >
      {health === 'away' ? (
        '!'
      ) : (
        <span className={`size-2 rounded-full ${health === 'live' ? 'bg-success' : 'border border-line-strong'}`} />
      )}
    </span>
  )
}
