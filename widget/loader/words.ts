/** The loader's few texts, in the language of the page or the browser. */
const words = {
  en: {
    open: 'Open chat',
    close: 'Close chat',
    title: (name: string) => `Chat with ${name}`,
    unread: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
    failed: 'We can’t reach the chat. Check your connection and try again.',
  },
  de: {
    open: 'Chat öffnen',
    close: 'Chat schließen',
    title: (name: string) => `Chat mit ${name}`,
    unread: (count: number) => (count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`),
    failed: 'Der Chat ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
}

export type Words = (typeof words)['en']

export function chooseWords(locale: string): Words {
  return /^de\b/i.test(locale) ? words.de : words.en
}
