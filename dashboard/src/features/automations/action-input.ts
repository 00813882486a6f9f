import type { RuleAction } from '@skein/client'

/** Props of an action's controls. */
export type ActionInputProps = {
  id: string
  action: RuleAction
  onChange: (action: RuleAction) => void
  isReadOnly: boolean
  describedBy: string | undefined
  isInvalid: boolean
}
