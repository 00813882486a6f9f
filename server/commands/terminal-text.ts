/** Removes control and invisible characters, except line feeds and tabs. Mails are untrusted, and could manipulate the terminal. */
export function toTerminalText(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '')
}
