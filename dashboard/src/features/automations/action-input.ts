import type { RuleAction } from '@skein/client'

/** The controls of an action get these. */
export type ActionInputProps = {
  id: string
  action: RuleAction
  onChange: (action: RuleAction) => void
  isReadOnly: boolean
  describedBy: string | undefined
  isInvalid: boolean
}
