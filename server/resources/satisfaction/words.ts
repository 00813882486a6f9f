/**
 * Texts for customers and agents, in English and German. No German form of address suits every company's customers, so the texts avoid both
 * *du* and *Sie*.
 */
const english = {
  question: 'How did we do?',
  asked: (question: string) => `The customer was asked for a rating: ${question}`,
  reminded: 'The customer was reminded of the rating.',
  title: 'Your rating',
  stars: ['Very poor', 'Poor', 'Fair', 'Good', 'Very good'],
  thumbs: ['Not good', 'Good'],
  score: 'Rating',
  comment: 'Anything to add? (optional)',
  send: 'Send rating',
  change: 'Change rating',
  thanks: 'Thank you for your rating!',
  answeredBy: (name: string) => `${name} answered your request.`,
  canChange: (until: string) => `You can change it here until ${until}.`,
  choose: 'Choose a rating first.',
  tooLong: 'The comment is too long. It can have 4,000 characters.',
  missing: 'This page doesn’t exist',
  missingHint: 'The link may have expired, or part of it is missing.',
  tooMany: 'Too many attempts. Wait a minute, then send the rating again.',
  about: (subject: string) => `Your request: ${subject}`,
  stopTitle: 'Stop asking for ratings?',
  stopHint: (tenant: string) =>
    `If you stop these emails, ${tenant} won’t ask you for ratings any more. Replies to your requests still arrive.`,
  stop: 'Stop these emails',
  stopped: 'Done. You won’t be asked for ratings any more.',
}
export type Words = typeof english

const german: Words = {
  question: 'Wie war unsere Hilfe?',
  asked: (question) => `Kundin oder Kunde wurde um eine Bewertung gebeten: ${question}`,
  reminded: 'Kundin oder Kunde wurde an die Bewertung erinnert.',
  title: 'Bewertung',
  stars: ['Sehr schlecht', 'Schlecht', 'Mittel', 'Gut', 'Sehr gut'],
  thumbs: ['Nicht gut', 'Gut'],
  score: 'Bewertung',
  comment: 'Noch ein Kommentar? (freiwillig)',
  send: 'Bewertung senden',
  change: 'Bewertung ändern',
  thanks: 'Danke für die Bewertung!',
  answeredBy: (name) => `Geantwortet hat ${name}.`,
  canChange: (until) => `Bis ${until} lässt sie sich hier ändern.`,
  choose: 'Bitte zuerst eine Bewertung wählen.',
  tooLong: 'Der Kommentar ist zu lang. Er darf 4.000 Zeichen haben.',
  missing: 'Diese Seite gibt es nicht',
  missingHint: 'Der Link ist vielleicht abgelaufen oder unvollständig.',
  tooMany: 'Zu viele Versuche. Bitte eine Minute warten und die Bewertung dann noch einmal senden.',
  about: (subject) => `Anfrage: ${subject}`,
  stopTitle: 'Keine Bitten um Bewertungen mehr?',
  stopHint: (tenant) =>
    `Nach dem Abbestellen bittet ${tenant} nicht mehr per E-Mail um Bewertungen. Antworten auf Anfragen kommen weiterhin.`,
  stop: 'Diese E-Mails abbestellen',
  stopped: 'Erledigt. Es kommen keine Bitten um Bewertungen mehr.',
}

export const words = { en: english, de: german }
export type Language = keyof typeof words

/** Returns the language of the texts for a tenant's locale. */
export function getLanguage(locale: string): Language {
  return /^de\b/i.test(locale) ? 'de' : 'en'
}
