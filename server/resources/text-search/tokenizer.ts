/**
 * Splits texts into words, in the same way for the index, queries and highlights. No language is configured. Words are runs of letters and
 * digits, compared without case, accents and compatibility forms. In scripts without spaces, and in Hangul, whose words include particles,
 * a program cannot find words without a dictionary. There, each bigram is a word, and so is the last character of a run, so that a search
 * for a single character finds it. An emoji is a word.
 */

export type Word = {
  word: string
  /** Position in the text, in UTF-16 code units. */
  start: number
  end: number
  /** Set on the last character of a run in a script without spaces: `single` when it is the only one. A query omits it after a bigram. */
  closes?: 'run' | 'single'
  /** For a bigram, the end of its first character. */
  firstEnd?: number
}

/** Maximum length of a word. A longer run is split, because PostgreSQL limits the size of an index entry. */
const maxWordLength = 64

const runs = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*|\p{RI}{2}|\p{Extended_Pictographic}/gu
const ascii = /^[\0-\u007f]*$/
/** Matches characters with their combining marks. */
const units = /[^\p{M}\u00ad\u200c\u200d][\p{M}\u00ad\u200c\u200d]*/gu
/**
 * Matches accents and vowel signs that are optional in writing: Latin, Greek, Cyrillic, Hebrew, Arabic. Marks of other scripts, such as
 * Thai and Indic vowels or Japanese voicing marks, are as significant as letters.
 */
const accents =
  // oxlint-disable-next-line no-misleading-character-class -- ranges of combining characters, on their own
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const spaceless =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Yi}]/u
/**
 * Matches characters to drop: punctuation of compatibility forms (`㈱` becomes `(株)`), and the Arabic tatweel, which only stretches a word.
 */
const noise = /[^\p{L}\p{N}\p{M}\p{RI}\p{Extended_Pictographic}]|\u0640/gu
/** Letters that readers see as accented, although Unicode does not decompose them. */
const lookalikes: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
}

/** Splits a text into words, in order. Positions refer to the result of `composeText`. */
export function splitWords(text: string): Word[] {
  const words: Word[] = []
  const whole = composeText(text)
  const isAscii = ascii.test(whole)
  for (const match of whole.matchAll(runs)) {
    const [run] = match
    if ((isAscii || ascii.test(run)) && run.length <= maxWordLength)
      words.push({ word: run.toLowerCase(), start: match.index, end: match.index + run.length })
    else readRun(words, run, match.index)
  }
  return words
}

/** Normalises a text to NFC. Lone surrogates become U+FFFD, which separates words. */
export function composeText(text: string): string {
  return ascii.test(text) ? text : text.toWellFormed().normalize('NFC')
}

/**
 * Returns the words of texts as one line, with a space before and after each word, so that a phrase is a substring. Two spaces separate
 * texts, so that no phrase spans two of them.
 */
export function joinWords(...texts: readonly (string | null)[]): string {
  return texts
    .map((text) => {
      const words = splitWords(text ?? '')
      return words.length === 0 ? '' : ` ${words.map(({ word }) => word).join(' ')} `
    })
    .join('')
}

type Unit = { text: string; start: number; end: number }

function readRun(words: Word[], run: string, at: number): void {
  let spaced: Unit | null = null
  let dense: Unit[] = []
  const flush = (): void => {
    if (spaced) pushPieces(words, spaced)
    pushPairs(words, dense)
    spaced = null
    dense = []
  }
  for (const match of run.matchAll(units)) {
    const text = fold(match[0])
    if (text === '') continue
    const unit: Unit = { text, start: at + match.index, end: at + match.index + match[0].length }
    if (spaceless.test(text)) {
      if (spaced) flush()
      dense.push(unit)
    } else {
      if (dense.length > 0) flush()
      // Safe because only `flush` sets it to null, which TypeScript cannot see.
      const before = spaced as Unit | null
      spaced = before ? { text: before.text + text, start: before.start, end: unit.end } : unit
    }
  }
  flush()
}

function pushPieces(words: Word[], { text, start, end }: Unit): void {
  if (text.length <= maxWordLength) {
    words.push({ word: text, start, end })
    return
  }
  const letters = [...text]
  for (let i = 0; i < letters.length; i += maxWordLength) words.push({ word: letters.slice(i, i + maxWordLength).join(''), start, end })
}

function pushPairs(words: Word[], run: readonly Unit[]): void {
  for (const [i, { text, start, end }] of run.entries()) {
    const next = run[i + 1]
    words.push(
      next
        ? { word: text + next.text, start, end: next.end, firstEnd: end }
        : { word: text, start, end, closes: run.length === 1 ? 'single' : 'run' },
    )
  }
}

const folded = new Map<string, string>()

/** Folds a character with its marks for comparison. */
function fold(unit: string): string {
  const known = folded.get(unit)
  if (known !== undefined) return known
  // Fold through upper case, so that letters with two lower-case forms, or with a two-letter capital, become equal: ß and ss, ς and σ.
  const bare = unit.normalize('NFKD').replace(accents, '').toUpperCase().toLowerCase().normalize('NFKD').replace(accents, '')
  const text = [...bare]
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')
    .normalize('NFC')
    .replace(noise, '')
    .slice(0, maxWordLength)
  if (folded.size > 20_000) folded.clear()
  folded.set(unit, text)
  return text
}
