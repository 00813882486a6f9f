/** Words of push notifications, in the user's language. */
import type { NotificationType } from '../../users/index.ts'

type Words = Readonly<Record<NotificationType, (name: string | null) => string>>

const en: Words = {
  ASSIGNED: (name) => `${name ?? 'Someone'} assigned a thread to you`,
  MENTIONED: (name) => `${name ?? 'Someone'} mentioned you`,
  CUSTOMER_REPLIED: (name) => `${name ?? 'The customer'} replied`,
  NOTE_ADDED: (name) => `${name ?? 'Someone'} added a note`,
  REOPENED: (name) => `${name ?? 'Someone'} reopened a thread`,
  TEAM_THREAD: () => 'New for your team',
  SLA_WARNING: () => 'Response target is close',
  SLA_BREACHED: () => 'Response target missed',
  RATED_LOW: () => 'Low rating',
  RULE: () => 'A rule has something for you',
  DELIVERY_FAILED: () => 'A message couldn’t be delivered',
  JOB_DONE: () => 'Your job has ended',
  RULE_PAUSED: () => 'A rule was paused, because it keeps failing',
  WEBHOOK_DISABLED: () => 'A webhook was disabled, because its deliveries keep failing',
}
const de: Words = {
  ASSIGNED: (name) => `${name ?? 'Jemand'} hat dir eine Anfrage zugewiesen`,
  MENTIONED: (name) => `${name ?? 'Jemand'} hat dich erwähnt`,
  CUSTOMER_REPLIED: (name) => `${name ?? 'Der Kunde'} hat geantwortet`,
  NOTE_ADDED: (name) => `${name ?? 'Jemand'} hat eine Notiz hinzugefügt`,
  REOPENED: (name) => `${name ?? 'Jemand'} hat eine Anfrage wieder geöffnet`,
  TEAM_THREAD: () => 'Neu für dein Team',
  SLA_WARNING: () => 'Reaktionsziel läuft bald ab',
  SLA_BREACHED: () => 'Reaktionsziel verpasst',
  RATED_LOW: () => 'Schlechte Bewertung',
  RULE: () => 'Eine Regel hat etwas für dich',
  DELIVERY_FAILED: () => 'Eine Nachricht konnte nicht zugestellt werden',
  JOB_DONE: () => 'Deine Aufgabe ist beendet',
  RULE_PAUSED: () => 'Eine Regel wurde angehalten, weil sie immer wieder scheitert',
  WEBHOOK_DISABLED: () => 'Ein Webhook wurde abgeschaltet, weil Zustellungen immer wieder scheitern',
}
const words = { en, de }

export function describePush(language: 'en' | 'de', type: NotificationType, name: string | null): string {
  return words[language][type](name)
}
