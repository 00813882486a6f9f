import type { ReactNode } from 'react'

/** An option of a select. */
export type SelectOption = {
  value: string
  label: string
  hint?: string | undefined
  /** In front of the label, for example an avatar or a dot. */
  mark?: ReactNode
}
