/** Alerts of the browser about new notifications. The permission belongs to the browser, so the choice does too. */
import { createStoredChoice } from '../../ui/stored-choice.ts'
import type { Alerts } from './show-alerts.ts'

/** Whether the user has turned the alerts on. The browser may have taken back its permission since. */
export const wantsAlerts = createStoredChoice<boolean>('skein.alerts', false, (stored) => (typeof stored === 'boolean' ? stored : null))

/** Browsers offer alerts only to pages with HTTPS. */
export const areAlertsPossible = (): boolean => isSecureContext && 'Notification' in globalThis

const areAlertsOn = (): boolean => wantsAlerts.get() && areAlertsPossible() && Notification.permission === 'granted'

/** Takes what is unread now as known, so that only later notifications are shown. */
export async function startAlerts({ skein }: Pick<Alerts, 'skein'>): Promise<void> {
  if (areAlertsOn()) await (await import('./show-alerts.ts')).skipKnown(skein)
}

/** Shows the notifications that are new. Call this in one tab only. */
export async function alertIfWanted(alerts: Alerts): Promise<void> {
  if (areAlertsOn()) await (await import('./show-alerts.ts')).showAlerts(alerts)
}
