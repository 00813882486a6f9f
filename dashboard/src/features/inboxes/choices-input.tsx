import type { ComponentType } from 'react'
import { Checkboxes } from '../../ui/checkboxes.tsx'
import type { Choice, CustomInput } from '../../ui/form/fields.ts'

/** Creates an input for several of the options. */
export function createChoicesInput(options: readonly Choice[]): ComponentType<CustomInput> {
  return function ChoicesInput({ value, onChange, isReadOnly }: CustomInput) {
    return <Checkboxes options={options} chosen={Array.isArray(value) ? value : []} isReadOnly={isReadOnly} onChange={onChange} />
  }
}
