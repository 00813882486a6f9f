import { useEffect, useState } from 'react'
import { useLimitedUntil } from '../../api/reachability.ts'
import { t } from '../../texts/texts.ts'

/** Says why a sign-in waits: the limit of attempts from one network. Counts down to the next attempt, which the client makes by itself. */
export function LimitWait() {
  const until = useLimitedUntil()
  const [now, setNow] = useState(() => performance.now())
  const isWaiting = until > now
  useEffect(() => {
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  if (!isWaiting) return null
  const seconds = Math.ceil((until - now) / 1_000)
  return (
    // Announced once: a screen reader that reads the count every second would read nothing else.
    <p className="rounded-lg border border-warning-line bg-warning-tint px-3 py-2">
      <span role="status">{t('Many people sign in from your network.')}</span> {t('Trying again in {seconds} s', { seconds })}
    </p>
  )
}
