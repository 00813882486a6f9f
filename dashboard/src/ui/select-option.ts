import type { ReactNode } from 'react'

/** An option of a select. */
export type SelectOption = {
  value: string
  label: string
  hint?: string | undefined
  /** Content before the label, such as an avatar or a dot. */
  mark?: ReactNode
}
