import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useStore } from '../../../api/store.ts'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { areAlertsPossible, startAlerts, wantsAlerts } from '../desktop-alerts.ts'

/** Turns desktop alerts of this browser on and off. The browser asks for permission only here. */
export function AlertSwitch() {
  const { skein } = useApi()
  const isWanted = useStore(wantsAlerts)
  const isPossible = areAlertsPossible()
  const [permission, setPermission] = useState(isPossible ? Notification.permission : 'denied')
  const isOn = isWanted && permission === 'granted'
  const turnOn = async (): Promise<void> => {
    const given = await Notification.requestPermission()
    setPermission(given)
    if (given !== 'granted') return
    wantsAlerts.set(true)
    await startAlerts({ skein }).catch(() => undefined)
  }
  const text = !isPossible
    ? t('This browser can’t show alerts here. They need HTTPS.')
    : permission === 'denied'
      ? t('Your browser blocks alerts of this site. Allow them in the browser’s settings for this page.')
      : isOn
        ? t('On in this browser. You get none for a thread that you’re looking at.')
        : t('Off in this browser.')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="min-w-0 flex-1 basis-60 text-text-2">
        {text}
      </p>
      {isPossible && permission !== 'denied' && (
        <Button onClick={() => (isOn ? wantsAlerts.set(false) : void turnOn())}>{isOn ? t('Turn off') : t('Turn on')}</Button>
      )}
    </div>
  )
}
