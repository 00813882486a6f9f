/**
 * What a word is, for the index, for queries and for highlights: the only place that decides it.
 *
 * No language is configured. Words are runs of letters and digits, compared without case, accents and compatibility forms. Scripts that are
 * written without spaces (and Hangul, whose words carry their particles) have no words that could be told apart without a dictionary: each
 * two neighbouring characters are a word there, and the last character of a run is one more, so that a single character can be found too.
 * A picture (emoji) is a word.
 */

export type Word = {
  word: string
  /** Where it stands in the text, in UTF-16 code units. */
  start: number
  end: number
  /** The last character of a run in a script without spaces. A query leaves it out where more of the run precedes. */
  closes?: 'run' | 'single'
  /** For two characters of such a run, where the first one ends. */
  firstEnd?: number
}

/** Longer ones are several words, as if spaces stood between: a row of an index has a size limit. */
const wordLengthMax = 64

const runs = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*|\p{RI}{2}|\p{Extended_Pictographic}/gu
const ascii = /^[\0-\u007f]*$/
/** A character with what combines with it. */
const units = /[^\p{M}\u00ad\u200c\u200d][\p{M}\u00ad\u200c\u200d]*/gu
/**
 * Accents and vowel signs that are optional in writing: Latin, Greek, Cyrillic, Hebrew, Arabic. Signs of other scripts are letters like any,
 * such as the vowels of Thai and of the scripts of India, and the voicing marks of Japanese.
 */
const accents =
  // oxlint-disable-next-line no-misleading-character-class -- ranges of combining characters, on their own
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const spaceless =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Yi}]/u
/** Neither a letter nor a digit nor a picture: what compatibility forms bring along (`㈱` is `(株)`), and what is not pronounced. */
const noise = /[^\p{L}\p{N}\p{M}\p{RI}\p{Extended_Pictographic}]|\u0640/gu
/** Letters that Unicode does not see as accented although readers do. */
const alike: Readonly<Record<string, string>> = {
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

/** The words of a text, in order. The text is read in Unicode's composed form, which `composed` gives: positions are positions in that. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const whole = composed(text)
  const isAscii = ascii.test(whole)
  for (const match of whole.matchAll(runs)) {
    const [run] = match
    if ((isAscii || ascii.test(run)) && run.length <= wordLengthMax)
      words.push({ word: run.toLowerCase(), start: match.index, end: match.index + run.length })
    else readRun(words, run, match.index)
  }
  return words
}

/** The form in which texts are read. Lone surrogates and NUL are no characters: they become spaces or signs that separate words. */
export function composed(text: string): string {
  return ascii.test(text) ? text : text.toWellFormed().normalize('NFC')
}

/** A text as the index keeps it: its words in a row, each with a space before and after. What `contains` looks in. */
export function rowOfWords(text: string): string {
  const words = wordsOf(text)
  return words.length === 0 ? '' : ` ${words.map(({ word }) => word).join(' ')} `
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
      // Safe because the closure above is all that TypeScript cannot see through.
      const before = spaced as Unit | null
      spaced = before ? { text: before.text + text, start: before.start, end: unit.end } : unit
    }
  }
  flush()
}

function pushPieces(words: Word[], { text, start, end }: Unit): void {
  if (text.length <= wordLengthMax) {
    words.push({ word: text, start, end })
    return
  }
  const letters = [...text]
  for (let i = 0; i < letters.length; i += wordLengthMax) words.push({ word: letters.slice(i, i + wordLengthMax).join(''), start, end })
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

/** A character with its marks, in the form that is compared. */
function fold(unit: string): string {
  const known = folded.get(unit)
  if (known !== undefined) return known
  // Through upper case, so that letters with two lower-case forms, or with a capital of two letters, become one: ß and ss, ς and σ.
  const bare = unit.normalize('NFKD').replace(accents, '').toUpperCase().toLowerCase().normalize('NFKD').replace(accents, '')
  const text = [...bare]
    .map((letter) => alike[letter] ?? letter)
    .join('')
    .normalize('NFC')
    .replace(noise, '')
    .slice(0, wordLengthMax)
  if (folded.size > 20_000) folded.clear()
  folded.set(unit, text)
  return text
}
