/**
 * Recognises the kind of answer that a question expects: a duration, an amount, a place, a time, or yes or no. Supports English and German.
 */

export type QuestionType = 'HOW_LONG' | 'HOW_MUCH' | 'WHERE' | 'WHEN' | 'YES_OR_NO'

const number =
  '(?:\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty|thirty|sixty|ninety|a|an|a few|several|same|next|few|' +
  'ein(?:e[mnrs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|vierzehn|zwanzig|dreißig|sechzig|neunzig|wenige[nr]?|einige[nr]?|mehrere[nr]?)'
const unit =
  '(?:(?:business|working|calendar|full|more|whole)[ -])?(?:seconds?|minutes?|hours?|days?|weekdays?|weeks?|months?|years?|' +
  'sekunden?|minuten?|stunden?|(?:werk|arbeits|kalender)?tag(?:e[ns]?)?|wochen?|monate?[ns]?|jahre?[ns]?)'
const duration = `\\b${number}[ -]${unit}\\b|\\b\\d+(?:[ -]| (?:to|bis) )\\d+ ${unit}|\\b(?:immediately|instantly|at once|overnight|until|sofort|umgehend|über nacht|bis zu)\\b`
const day =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?|weekdays?|weekends?|werktags|wochenende'
const month =
  'january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember'
const time = `\\b(?:${day}|${month}|noon|midnight|daily|today|tomorrow|mittags|mitternacht|täglich|heute|morgen)\\b|\\b\\d{1,2}(?::\\d\\d| ?(?:am|pm|uhr|o’clock|o'clock))\\b|\\b(?:19|20)\\d\\d\\b`
const amount = `[€$£¥]|\\d ?(?:%|percent|prozent|eur\\b|euros?\\b|usd\\b|chf\\b|dollars?|pounds?|cents?|franken)|\\b(?:free|no charge|kostenlos|gratis|kostenfrei|umsonst)\\b|\\b${number} (?:euros?|dollars?|pounds?|percent|prozent|franken)\\b`
const place = `https?://|\\S+@\\S+\\.\\S|\\b(?:under|in|at|on|to|inside|below|above|next to|behind|from|unter|im|auf|bei|beim|am|an|neben|über|zur|zum)\\b`

type Kind = { asks: RegExp; answers: RegExp | null }
const anywhere = (pattern: string): RegExp => new RegExp(pattern, 'iu')

/** Question types in the order of testing: `When can I come?` is about a time. */
const kinds: Readonly<Record<QuestionType, Kind>> = {
  HOW_LONG: {
    asks: anywhere(
      '\\b(?:how (?:long|soon|quickly|fast|many (?:days|weeks|hours|months))|wie (?:lange|schnell|viele (?:tage|wochen|stunden|monate)))\\b',
    ),
    answers: anywhere(duration),
  },
  HOW_MUCH: {
    asks: anywhere(
      '\\b(?:how (?:much|expensive|high)|what (?:does|do|is|are|would) .{0,60}\\b(?:cost|price|fee|charge)|wie ?(?:viel|teuer|hoch)|was kostet|was kosten)\\b',
    ),
    answers: anywhere(amount),
  },
  WHERE: { asks: anywhere('(?:^|[,.!:] *|\\band )(?:where|wo|wohin|woher)\\b'), answers: anywhere(place) },
  WHEN: {
    asks: anywhere(
      '(?:^|[,.!:] *|\\band )(?:when|what time|(?:until|by|since|from) when|wann|bis wann|ab wann|seit wann|um wie ?viel uhr)\\b',
    ),
    answers: anywhere(`${time}|${duration}`),
  },
  YES_OR_NO: {
    asks: anywhere(
      '(?:^|[,.!:] *)(?:can|could|may|might|will|would|should|must|do|does|did|is|are|am|has|have|kann|können|könnte|könnten|darf|dürfen|muss|müssen|wird|werden|ist|sind|gibt es|haben|hat|bieten|liefern|akzeptieren)\\b',
    ),
    answers: null,
  },
}

/** Returns the type of a question; null for any other question, such as `How do I …`. */
export function findQuestionType(question: string): QuestionType | null {
  const text = question.trim().replace(/^(?:hi|hello|hey|dear \w+|hallo|guten (?:tag|morgen|abend)|moin)[,.! ]+/iu, '')
  // Safe because the keys of the table are the types.
  const types = Object.keys(kinds) as QuestionType[]
  return types.find((type) => kinds[type].asks.test(text)) ?? null
}

/** Whether a passage contains the kind of answer that the question type expects. For yes-or-no questions, unknown. */
export function hasAnswerOf(type: QuestionType, passage: string): boolean {
  return kinds[type].answers?.test(passage) ?? false
}

/** Words that phrase a question and say nothing about its topic. */
const asking = new Set(
  (
    'how long soon quickly fast much many expensive high what which who where when why time can could may might will would should must do does did is are am was were be ' +
    'has have had i you we my your our me us it its the a an of for to in on at by from with about and or if then this that there get gets got take takes taking took need ' +
    'needs want wants find see know tell show help please thanks hi hello hey dear possible able way cost costs price last usually normally exactly currently still also any ' +
    'wie lange schnell viel viele teuer hoch was welche welcher welches wer wo wohin woher wann warum kann können könnte könnten darf dürfen muss müssen wird werden ist sind ' +
    'war gibt es ich sie du ihr wir mein meine meinen meiner meines ihre ihren ihrer ihr dein deine euer eure unser der die das den dem des ein eine einen einer eines einem ' +
    'und oder von für zu zum zur in im an am auf bei mit über dauert dauern kostet kosten bekomme bekommen kriege finde finden sehe brauche brauchen möchte möglich bitte ' +
    'hallo danke eigentlich etwa normalerweise noch auch so sich man mir mich uns bis ab um uhr haben hat habe'
  ).split(' '),
)

/** Returns the topic of a question: its text without the words that only phrase it. */
export function toTopic(text: string): string {
  return text
    .split(/[^\p{L}\p{N}’'-]+/u)
    .filter((word) => !asking.has(word.toLowerCase()))
    .join(' ')
}
