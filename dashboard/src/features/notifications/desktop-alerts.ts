/** Desktop alerts for new notifications. The permission is per browser, so the setting is too. */
import { createStoredChoice } from '../../ui/stored-choice.ts'
import type { Alerts } from './show-alerts.ts'

/** Whether the user has turned on alerts. The browser may have revoked its permission since. */
export const wantsAlerts = createStoredChoice<boolean>('skein.alerts', false, (stored) => (typeof stored === 'boolean' ? stored : null))

/** Whether the browser supports alerts. Browsers offer them only on pages with HTTPS. */
export const areAlertsPossible = (): boolean => isSecureContext && 'Notification' in globalThis

const areAlertsOn = (): boolean => wantsAlerts.get() && areAlertsPossible() && Notification.permission === 'granted'

/** Marks the current notifications as known, so that only later ones raise an alert. */
export async function startAlerts({ skein }: Pick<Alerts, 'skein'>): Promise<void> {
  if (areAlertsOn()) await (await import('./show-alerts.ts')).skipKnown(skein)
}

/** Raises alerts for new notifications. Call this in one tab only. */
export async function alertIfWanted(alerts: Alerts): Promise<void> {
  if (areAlertsOn()) await (await import('./show-alerts.ts')).showAlerts(alerts)
}
