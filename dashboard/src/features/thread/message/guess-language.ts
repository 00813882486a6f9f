/** Guesses the language of a text, to offer a translation only where the agent needs one. */

/** Scripts that one language uses, or that are enough to say that an agent needs a translation. */
const scripts: readonly [tag: string, script: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
]

/** Languages that share a script, with letters that only they use and frequent words. */
const shared: readonly { script: RegExp; languages: Readonly<Record<string, string>> }[] = [
  { script: /\p{Script=Arabic}/gu, languages: { fa: 'است که این را با برای از', ar: 'في من على هذا أن إلى لا' } },
  {
    script: /\p{Script=Cyrillic}/gu,
    languages: {
      ru: 'и не что это на я с вы мы как но для',
      uk: 'і не що це на я з ви ми як але для та',
      bg: 'и не че това на аз с вие ние как но за е да',
    },
  },
  {
    script: /\p{Script=Latin}/gu,
    languages: {
      en: 'the and is you to of it my not have with this for are was can please',
      de: 'der die das und ist ich nicht mit sie ein eine wir es zu den bitte habe auf',
      fr: 'le la les et est je pas vous nous une des pour que avec dans mon bonjour sur',
      es: 'el la los y es que no una por con para mi de hola gracias pero esta se',
      it: 'il la che non è per una con di sono ho mio gli della buongiorno grazie si',
      pt: 'o a os que não é um uma para com de meu por obrigado olá eu se está',
      nl: 'de het een en is ik niet van met voor dat mijn u wij op graag maar heb',
      pl: 'i nie jest to że się na z do mam proszę w dzień dobry moje czy dla',
      sv: 'och att det är jag inte en på med för som har vi hej min kan till den',
      da: 'og at det er jeg ikke en på med for som har vi hej min kan til den af',
      nb: 'og at det er jeg ikke en på med for som har vi hei min kan til den av',
      fi: 'ja on ei että se en olen minun mutta kun hei mitä voi tämä',
      cs: 'a je to na že se jsem v s dobrý den prosím mám ale jak pro',
      tr: 've bir bu için değil ben de merhaba lütfen ama var çok ne ile',
      ro: 'și este nu un o la cu pentru am de că în mai bună ziua sunt',
      hu: 'és a az nem hogy egy is van jó napot de meg kérem nekem',
      id: 'dan yang di saya tidak ini untuk dengan itu ada dari ke terima kasih',
      vi: 'và là của tôi không có cho được này một với bạn xin chào',
    },
  },
]

/** Links and email addresses, whose words are of no language. */
const addresses = /\S+(?::\/\/|@)\S+/g
/** Texts with fewer letters are too short to judge. */
const minLetters = 20
/** Longer texts say no more about their language. */
const maxCharacters = 2_000

/** Returns the language's tag, such as `de`; null when the text is too short or its language unclear. */
export function guessLanguage(whole: string): string | null {
  const text = whole.slice(0, maxCharacters).replace(addresses, ' ').toLowerCase()
  const total = countMatches(text, /\p{Letter}/gu)
  const isMost = (script: RegExp): boolean => countMatches(text, script) > total / 3
  const single = scripts.find(([, script]) => isMost(script))
  // These scripts need few letters for a sentence.
  if (single) return total < minLetters / 4 ? null : single[0]
  if (total < minLetters) return null
  const group = shared.find(({ script }) => isMost(script))
  if (!group) return null
  const words = text.match(/\p{Letter}+/gu) ?? []
  const scores = Object.entries(group.languages)
    .map(([tag, frequent]) => ({ tag, score: countWords(words, new Set(frequent.split(' '))) }))
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = scores
  return best && best.score > 1 && best.score > (second?.score ?? 0) ? best.tag : null
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function countWords(words: readonly string[], frequent: ReadonlySet<string>): number {
  return words.filter((word) => frequent.has(word)).length
}
