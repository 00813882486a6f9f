/** Which part of a mail is the history that its writer's program added: it is folded away. */

/** `quoted` is null when there is nothing to fold, or nothing else. */
export function splitQuoted(text: string): { text: string; quoted: string | null } {
  const lines = text.split('\n')
  const from = firstQuoted(lines)
  const own = lines.slice(0, from).join('\n').trimEnd()
  if (from >= lines.length || own === '') return { text, quoted: null }
  return { text: own, quoted: lines.slice(from).join('\n').trim() }
}

/** The line before a quotation: `On 3 Mar 2026, Dana <dana@example.com> wrote:`. Each language has its own words, but all end so. */
export function isAttribution(line: string): boolean {
  return line.length < 300 && /:\s*$/.test(line) && /\d|@/.test(line)
}

const isQuoted = (line: string): boolean => /^\s*>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/** Only what stands at the end: answers between quoted lines stay with the lines that they answer. */
function firstQuoted(lines: readonly string[]): number {
  const separator = lines.findIndex((line, i) => isSeparator(line, lines[i + 1] ?? '', lines[i + 2] ?? ''))
  let at = lines.length
  while (at > 0 && (isQuoted(lines[at - 1] ?? '') || isBlank(lines[at - 1] ?? ''))) at--
  if (!lines.slice(at).some(isQuoted)) return separator < 0 ? lines.length : separator
  // Programs break long lines: then the attribution ends with the address, or with the verb alone.
  const [last = '', before = ''] = [lines[at - 1], lines[at - 2]]
  const isRest = !isBlank(before) && isAttribution(`${before} ${last}`) && (/^\s*</.test(last) || !isAttribution(last))
  const start = isRest ? at - 2 : isAttribution(last) ? at - 1 : at
  return separator < 0 ? start : Math.min(start, separator)
}

/** What Outlook and others write instead of an attribution. */
function isSeparator(line: string, next: string, third: string): boolean {
  if (/^\s*-{2,}\s*original message\s*-{2,}\s*$/i.test(line)) return true
  return /^\s*\*?from:\*? .*@/i.test(line) && [next, third].some((each) => /^\s*\*?(sent|date):\*? /i.test(each))
}
