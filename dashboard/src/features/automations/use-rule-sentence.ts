import { useRuleKinds } from './rule-kinds.tsx'
import { describeRule, type RuleParts, type RuleSentence } from './describe-rule.ts'
import { useRuleNames } from './use-rule-names.ts'

/** Returns a function that describes a rule, with the names of its objects once they are loaded. */
export function useRuleSentence(): (rule: RuleParts) => RuleSentence {
  const kinds = useRuleKinds()
  const findName = useRuleNames()
  return (rule) => describeRule(rule, kinds, findName)
}
