import type { Catalogue } from '../catalogue.ts'

export const templates = {
  'They go out with the reply.': 'Sie gehen mit der Antwort hinaus.',
  'We couldn’t upload {file}. {reason}': 'Wir konnten {file} nicht hochladen. {reason}',
  '{name} is not a variable': '{name} ist keine Variable',
  'If it’s empty, write': 'Wenn leer, schreiben wir',
  'This text is too long: {count} of {limit} characters.': 'Dieser Text ist zu lang: {count} von {limit} Zeichen.',
  'This text has HTML that the editor can’t show ({elements}), so you see its source.':
    'Dieser Text hat HTML, das der Editor nicht zeigen kann ({elements}). Deshalb siehst du den Quelltext.',
  'You’ll see a preview here once there are threads.': 'Sobald es Anfragen gibt, siehst du hier eine Vorschau.',
  'As {customer} would get it: {subject}': 'So bekäme es {customer}: {subject}',
  'this customer': 'dieser Kunde',
  'Preview for': 'Vorschau für',
  'First name': 'Vorname',
  'Full name': 'Voller Name',
  'Customer’s ID in your system': 'ID des Kunden in deinem System',
  'Ticket number': 'Ticketnummer',
  'Your email address': 'Deine E-Mail-Adresse',
  'Assignee’s name': 'Name des Zuständigen',
  'When you will reply': 'Wann du antwortest',
  'When you open again': 'Wann du wieder da bist',
  'Workspace name': 'Name des Arbeitsbereichs',
  'Your side': 'Deine Seite',
} satisfies Catalogue
