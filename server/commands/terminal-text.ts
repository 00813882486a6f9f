/**
 * Removes control and invisible characters, except line feeds and tabs. Mails come from strangers and could contain terminal escape
 * sequences.
 */
export function toTerminalText(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '')
}
