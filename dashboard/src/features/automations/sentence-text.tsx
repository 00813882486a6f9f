import type { RuleSentence } from './describe-rule.ts'
import { toSentence } from './describe-rule.ts'

/** Shows a rule as one sentence. */
export function SentenceText({ sentence }: { sentence: RuleSentence }) {
  return <span dir="auto">{toSentence(sentence)}</span>
}
