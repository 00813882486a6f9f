/**
 * Texts of the survey's mail and page, for the preview. They are in the workspace's language, which may differ from the agent's, so they
 * are not in the catalogues. `e2e/satisfaction.test.ts` compares the preview with a real mail and a real page.
 */
export type SurveyWords = {
  question: string
  hello: (name: string) => string
  about: (tenant: string, subject: string) => string
  how: string
  scale: string
  stopQuestion: string
  stop: string
  /** Line of the page that names the rated request. */
  request: (subject: string) => string
  score: string
  stars: readonly string[]
  thumbs: readonly string[]
  comment: string
  send: string
  /** Sample thread of the preview. */
  sample: { name: string; subject: string; ticket: string }
}

const english: SurveyWords = {
  question: 'How did we do?',
  hello: (name) => `Hi ${name},`,
  about: (tenant, subject) => `How did ${tenant} handle your request “${subject}”?`,
  how: 'Choose a rating. On the page that opens you can add a comment before you send it.',
  scale: '1 means very poor, 5 means very good.',
  stopQuestion: 'Don’t want to be asked?',
  stop: 'Stop these emails',
  request: (subject) => `Your request: ${subject}`,
  score: 'Rating',
  stars: ['Very poor', 'Poor', 'Fair', 'Good', 'Very good'],
  thumbs: ['Not good', 'Good'],
  comment: 'Anything to add? (optional)',
  send: 'Send rating',
  sample: { name: 'Dana', subject: 'My parcel hasn’t arrived', ticket: 'ACME-2026-000042' },
}

const german: SurveyWords = {
  question: 'Wie war unsere Hilfe?',
  hello: (name) => `Guten Tag ${name},`,
  about: (tenant, subject) => `Wie hat ${tenant} bei der Anfrage „${subject}“ geholfen?`,
  how: 'Bitte eine Bewertung wählen. Auf der Seite, die sich öffnet, ist vor dem Absenden noch Platz für einen Kommentar.',
  scale: '1 bedeutet sehr schlecht, 5 bedeutet sehr gut.',
  stopQuestion: 'Keine weiteren Bewertungen gewünscht?',
  stop: 'Diese E-Mails abbestellen',
  request: (subject) => `Anfrage: ${subject}`,
  score: 'Bewertung',
  stars: ['Sehr schlecht', 'Schlecht', 'Mittel', 'Gut', 'Sehr gut'],
  thumbs: ['Nicht gut', 'Gut'],
  comment: 'Noch ein Kommentar? (freiwillig)',
  send: 'Bewertung senden',
  sample: { name: 'Dana', subject: 'Mein Paket ist nicht angekommen', ticket: 'ACME-2026-000042' },
}

/** Returns the texts in the workspace's language: German, or English for all others. */
export function getSurveyWords(locale: string): SurveyWords {
  return /^de\b/i.test(locale) ? german : english
}
