/** Texts of the contact form, in English and German. */
import type { WidgetLanguage } from '../../resources/widget/index.ts'

const english = {
  title: 'Write to us',
  name: 'Name',
  email: 'Email',
  emailHint: 'We reply to this address.',
  subject: 'Subject',
  body: 'Message',
  optional: '(optional)',
  choose: 'Please choose',
  send: 'Send message',
  sent: 'Thank you! We got your message and reply by email.',
  another: 'Write another message',
  tooMany: 'That was too many messages in a short time. Please try again in a minute.',
  tooLong: 'That’s too long to send. Please shorten your message.',
  wrong: 'Not sent yet. Please check what’s marked below.',
  missing: 'Please fill this in.',
  noAddress: 'Please enter an email address, such as ada@example.com.',
  invalid: 'Please check this answer.',
  closed: 'This form is closed',
  closedHint: 'The link may be old or mistyped.',
}
export type FormWords = typeof english

const german: FormWords = {
  title: 'Nachricht schreiben',
  name: 'Name',
  email: 'E-Mail',
  emailHint: 'Die Antwort kommt an diese Adresse.',
  subject: 'Betreff',
  body: 'Nachricht',
  optional: '(freiwillig)',
  choose: 'Bitte wählen',
  send: 'Nachricht senden',
  sent: 'Danke! Die Nachricht ist angekommen, die Antwort kommt per E-Mail.',
  another: 'Noch eine Nachricht schreiben',
  tooMany: 'Das waren zu viele Nachrichten in kurzer Zeit. Bitte in einer Minute noch einmal versuchen.',
  tooLong: 'Das ist zu lang. Bitte die Nachricht kürzen.',
  wrong: 'Noch nicht gesendet. Bitte die markierten Angaben prüfen.',
  missing: 'Bitte ausfüllen.',
  noAddress: 'Bitte eine E-Mail-Adresse angeben, zum Beispiel ada@example.com.',
  invalid: 'Bitte diese Angabe prüfen.',
  closed: 'Dieses Formular ist geschlossen',
  closedHint: 'Der Link ist vielleicht veraltet oder vertippt.',
}

export const formWords: Readonly<Record<WidgetLanguage, FormWords>> = { en: english, de: german }
