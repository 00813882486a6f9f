import type { Catalogue } from '../catalogue.ts'

/** Texts of saved replies that are applied to threads. */
export const macros = {
  'Apply a saved reply': 'Textbaustein anwenden',
  'Apply “{reply}” to {count} threads?': {
    one: '„{reply}“ auf {count} Anfrage anwenden?',
    other: '„{reply}“ auf {count} Anfragen anwenden?',
  },
  '{count} changes': { one: '{count} Änderung', other: '{count} Änderungen' },
  'No one gets a message.': 'Niemand bekommt eine Nachricht.',
  '{count} customers get a message. You can’t take it back.': {
    one: '{count} Kunde bekommt eine Nachricht. Du kannst sie nicht zurückholen.',
    other: '{count} Kunden bekommen eine Nachricht. Du kannst sie nicht zurückholen.',
  },
  'We work in the background, also on those you haven’t scrolled to.':
    'Wir arbeiten im Hintergrund, auch an denen, zu denen du nicht gescrollt hast.',
  'For example': 'Zum Beispiel',
  'Thread of the preview': 'Anfrage der Vorschau',
  'Send to {count} customers': { one: 'An {count} Kunden senden', other: 'An {count} Kunden senden' },
  'Applied {reply} to {count} threads.': {
    one: '{reply} auf {count} Anfrage angewendet.',
    other: '{reply} auf {count} Anfragen angewendet.',
  },
  'It can’t be applied to this thread, which stays as it is.': 'Auf diese Anfrage lässt er sich nicht anwenden. Sie bleibt, wie sie ist.',
  'The reply': 'Die Antwort',
  'What changes': 'Was sich ändert',
  'Nothing else changes in this thread.': 'Sonst ändert sich in dieser Anfrage nichts.',
  'No labels': 'Keine Labels',
  becomes: 'wird zu',
  empty: 'leer',
  'Whoever applies it': 'Wer ihn anwendet',
} as const satisfies Catalogue
