/** Template of rating requests: asks a customer to rate how a thread was resolved, in English or German. */
import type { Uuid } from '#platform/ids.ts'
import type { MailContent, Paragraph, TemplateContext } from './content.ts'
import { toLine } from './line.ts'

export type RatingMail = {
  /** The satisfaction request, which is read again before sending. Mails enqueued by earlier versions have none. */
  requestId?: Uuid
  /** The customer's name. Null if it is unknown. */
  name: string | null
  ticketNumber: string
  subject: string
  question: string
  scale: 'STARS' | 'THUMBS'
  /** Rating page for the customer. `?score=` preselects a score without storing it. */
  url: string
  unsubscribeUrl: string
  language: 'en' | 'de'
  isReminder: boolean
  /** Address of the inbox, if the customer can reply to it. */
  replyTo: string | null
}

const texts = {
  en: {
    subject: (ticket: string) => `How did we do? ${ticket}`,
    reminder: (ticket: string) => `Reminder: how did we do? ${ticket}`,
    hello: (name: string | null) => (name === null ? 'Hi,' : `Hi ${name},`),
    about: (tenant: string, subject: string) => `How did ${tenant} handle your request “${subject}”?`,
    thumbs: ['Not good', 'Good'],
    how: 'Choose a rating. On the page that opens you can add a comment before you send it.',
    scale: '1 means very poor, 5 means very good.',
    stop: 'Don’t want to be asked?',
    stopLabel: 'Stop these emails',
  },
  de: {
    subject: (ticket: string) => `Wie war unsere Hilfe? ${ticket}`,
    reminder: (ticket: string) => `Erinnerung: Wie war unsere Hilfe? ${ticket}`,
    hello: (name: string | null) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
    about: (tenant: string, subject: string) => `Wie hat ${tenant} bei der Anfrage „${subject}“ geholfen?`,
    thumbs: ['Nicht gut', 'Gut'],
    how: 'Bitte eine Bewertung wählen. Auf der Seite, die sich öffnet, ist vor dem Absenden noch Platz für einen Kommentar.',
    scale: '1 bedeutet sehr schlecht, 5 bedeutet sehr gut.',
    stop: 'Keine weiteren Bewertungen gewünscht?',
    stopLabel: 'Diese E-Mails abbestellen',
  },
} as const

export function ratingMail(mail: RatingMail, { tenant }: TemplateContext): MailContent {
  const { name, ticketNumber, subject, question, scale, url, unsubscribeUrl, language, isReminder, replyTo } = mail
  const words = texts[language]
  const isStars = scale === 'STARS'
  const labels = isStars ? ['1 ★', '2 ★', '3 ★', '4 ★', '5 ★'] : words.thumbs
  const scores = labels.map((label, i) => ({ label, url: `${url}?score=${isStars ? i + 1 : i}` }))
  const paragraphs: Paragraph[] = [
    words.hello(name === null ? null : toLine(name)),
    words.about(tenant, toLine(subject)),
    { choices: isStars ? scores : scores.toReversed() },
    ...(isStars ? [words.scale] : []),
    words.how,
    { quietLink: { text: words.stop, label: words.stopLabel, url: unsubscribeUrl } },
  ]
  return {
    subject: (isReminder ? words.reminder : words.subject)(toLine(ticketNumber)),
    heading: toLine(question),
    reference: toLine(ticketNumber),
    paragraphs,
    unsubscribe: unsubscribeUrl,
    unsubscribesByPost: true,
    language,
    ...(replyTo === null ? {} : { replyTo }),
  }
}
