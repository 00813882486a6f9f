/** Finds the first name in a customer's display name, for greetings such as `Hello {{customer.firstName|there}}`. */

/** Titles and prefixes that are not part of the name, without dots and hyphens. If only one word is left, that word is a surname. */
const titles = new Set(
  (
    'mr mrs ms miss mx dr drs prof professor sir dame lord lady rev reverend capt captain col colonel gen general lt sgt maj major hon judge sister brother ' +
    'herr herrn frau hr fr fräulein dipling ing mag dipl dres pd univprof mme mlle monsieur madame mademoiselle maître señor senor señora senora señorita srta sra sr ' +
    'sig signor signora signore sigra dott dottssa dottore ir dhr mevr mevrouw meneer mw fru frk herrn gospodin gospođa ' +
    'г-н г-жа господин госпожа д-р др проф κ κος κα דר פרופ'
  ).split(' '),
)
/** Titles that are also names or initials, unless a dot follows. */
const titlesWithDot = new Set([
  'fr',
  'hr',
  'ing',
  'mag',
  'sr',
  'sra',
  'sig',
  'ir',
  'gen',
  'col',
  'lt',
  'hon',
  'др',
  'κ',
  'm',
  'pd',
  'general',
  'major',
  'judge',
])
/** Words that specify a preceding title, as in `Dr. rer. nat.`. */
const specifications = new Set('med rer nat phil jur iur habil oec pol theol vet mult hc h c dent paed agr techn emer dr'.split(' '))
/** Degrees and generational suffixes after a name. */
const suffixes = new Set(
  (
    'jr junior sr senior jun sen ii iii iv 2nd 3rd 4th esq phd dphil md do dds dvm jd llm llb mba mph msc bsc ba ma bs ms meng beng med bed rn cpa pe pmp ' +
    'msw cfa facs edd psyd dba mfa bfa mag dipling ing facp frcs obe mbe cbe qc kc sj op ret fh'
  ).split(' '),
)
/** Words in company names and in shared addresses, in lower case and without dots. */
const companyWords = new Set(
  (
    'gmbh mbh ohg gbr ug ev eg kgaa inc incorporated llc llp ltd limited corp corporation plc pty sarl srl spa oyj aps gesmbh sro doo zoo kft ooo ооо зао ' +
    'company group holding holdings team support service services sales info office shop store webshop onlineshop department helpdesk billing accounting ' +
    'buchhaltung kundenservice kundendienst vertrieb verwaltung sekretariat noreply donotreply newsletter notifications postmaster webmaster administrator admin ' +
    'mailer-daemon marketing contact kontakt verein stiftung agentur agency verlag university universität institute institut foundation association solutions ' +
    'systems software technologies consulting partners bros sons söhne'
  ).split(' '),
)
/** Legal forms that are also names, unless they are in capitals after another word. */
const legalForms = new Set([
  'AG',
  'KG',
  'SE',
  'SA',
  'SAS',
  'BV',
  'NV',
  'AB',
  'OY',
  'AS',
  'CO',
  'PC',
  'PLLC',
  'A/S',
  'S.A.',
  'B.V.',
  'N.V.',
  'Co.',
])
/** Most frequent Vietnamese surnames. In Vietnam the given name comes last. */
const vietnameseSurnames = new Set('nguyễn trần lê phạm hoàng huỳnh phan vũ võ đặng bùi đỗ hồ ngô dương lý'.split(' '))
const honorifics = /(?:さん|さま|様|先生|くん|ちゃん|씨|님|女士|小姐)$/u
const isEastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u
const patronymic = /(?:ович|евич|ич|овна|евна|ична|инична|ovich|evich|ovna|evna)$/iu

/** Returns the first name; null for a surname with a title, initials, a company or a shared address. */
export function findFirstName(displayName: string | null): string | null {
  const name = stripAdditions(displayName ?? '')
  if (/@|:\/\//.test(name)) return null
  const [all = '', ...others] = name.split(/[,،、，;]/u)
  // `Acme, Inc.` is a company; `Ada Lovelace, Acme Inc.` is a person at one.
  if (isCompany(all) || others.some((part) => isCompany(`x ${part}`) && toWords(part).length === 1)) return null
  const parts = [all, ...others.filter((part) => !isCompany(part))].map(toWords)
  const named = parts.filter((words) => words.some((word) => !isSuffix(word)))
  const [first = [], second] = named.length > 0 ? named : parts
  if (second && isOnlyTitles(second)) return pickWord(['Dr.', ...first], false)
  return second ? pickWord(second, true) : pickWord(first, false)
}

/** Strips additions by mail programs and directories: quotation marks, a nickname, a company after a bar or in brackets. */
function stripAdditions(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, ' ')
    .trim()
    .replace(/^["'“”„«»‘’]+(.*?)["'“”„«»‘’]+$/u, '$1')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|（[^）]*）|["“„][^"”“]*["”“]/gu, ' ')
    .split(/\s+[-–—|/•·]+\s+|\||\s+(?:via|from|bei|von der firma|c\/o)\s+/iu, 1)
    .join('')
    .trim()
}

function toWords(part: string): string[] {
  return part
    .trim()
    .split(/[\s\u3000]+/u)
    .flatMap(splitTitle)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Splits a title without a space after its dot, as in `Dr.Ada`. */
function splitTitle(word: string): string[] {
  const [, title = '', rest = ''] = /^(\p{L}+\.)(\p{Lu}\p{Ll}.*)$/u.exec(word) ?? []
  return title.length > 2 && titles.has(toKey(title)) ? [title, rest] : [word]
}

function toKey(word: string): string {
  return word.toLowerCase().replaceAll(/[.’']/g, '')
}

function isTitle(word: string): boolean {
  const key = toKey(word)
  if (titlesWithDot.has(key)) return word.endsWith('.')
  return titles.has(key) || titles.has(key.replaceAll('-', '')) || /^\p{L}+\.-\p{L}+\.?/u.test(word)
}

/** Whether a word is a suffix. Degrees are in capitals or have dots: `Ma` and `Do` are names. */
function isSuffix(word: string): boolean {
  const key = toKey(word)
  return (
    suffixes.has(key) &&
    (key.length > 3 ||
      word.includes('.') ||
      !/^\p{Lu}\p{Ll}+$/u.test(word) ||
      ['jr', 'sr', 'jun', 'sen', 'phd', 'esq', 'msc', 'bsc'].includes(key))
  )
}

function isOnlyTitles(words: readonly string[]): boolean {
  return words.every((word) => isTitle(word) || isSuffix(word))
}

function isInitial(word: string): boolean {
  return /^(?:\p{L}\.?-?)$/u.test(word) ? !isEastAsian.test(word) : /^(?:\p{Lu}\.-?)+$/u.test(word)
}

function isCompany(name: string): boolean {
  const words = name.split(/[\s,]+/u)
  return (
    words.some((word, i) => {
      const key = word.toLowerCase().replaceAll(/\.|[!?:]$/g, '')
      return (
        companyWords.has(key) ||
        (i > 0 && legalForms.has(word)) ||
        /^[&+]$/.test(word) ||
        /^[\w-]+\.(?:com|org|net|de|io|at|ch|co|eu|shop)$/i.test(word)
      )
    }) || /^no-?reply|do-?not-?reply/i.test(name)
  )
}

/** Returns the first name among a name's words. `isGiven`: the surname is in another part, as in `Lovelace, Ada`. */
function pickWord(words: readonly string[], isGiven: boolean): string | null {
  let [from, to] = [0, words.length]
  const isFree = (word: string): boolean => isTitle(word) || (from > 0 && specifications.has(toKey(word)))
  while (from < to && isFree(words[from] ?? '')) from++
  while (to > from + 1 && isSuffix(words[to - 1] ?? '')) to--
  const own = words.slice(from, to).map((word) => word.replace(honorifics, ''))
  if (own.length === 0) return null
  // `Frau Lovelace`
  if (from > 0 && own.length === 1 && !isGiven) return null
  const chosen = chooseByOrder(own, isGiven)
  return chosen === undefined || /\p{N}/u.test(chosen) ? null : chosen.replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '') || null
}

/** Chooses the word by name order, if recognisable: surname first in East Asia, Vietnam, formal Russian and `DUPONT Jean`. */
function chooseByOrder(words: readonly string[], isGiven: boolean): string | undefined {
  const [first = '', second = '', third = ''] = words
  if (!isGiven && words.length > 1) {
    if (words.every((word) => isEastAsian.test(word))) return words.at(-1)
    if (words.length > 2 && vietnameseSurnames.has(first.toLowerCase())) return words.at(-1)
    if (words.length === 3 && patronymic.test(third) && !patronymic.test(second)) return second
    const mixed = words.findIndex((word) => /^\p{Lu}\p{Ll}/u.test(word))
    if (mixed > 0 && words.slice(0, mixed).every((word) => /^[\p{Lu}'’-]{3,}$/u.test(word))) return words[mixed]
  }
  const named = words.findIndex((word) => !isInitial(word))
  // After initials, the last word is the surname.
  return named < 0 || (named > 0 && named === words.length - 1 && !isGiven) ? undefined : words[named]
}
