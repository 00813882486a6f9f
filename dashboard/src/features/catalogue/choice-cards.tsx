import type { ComponentType } from 'react'
import type { Choice, CustomInput } from '../../ui/form/fields.ts'

type ChoiceCardsProps = Pick<CustomInput, 'id' | 'value' | 'isReadOnly'> & {
  options: readonly Required<Choice>[]
  onChange: (value: string) => void
}

/** Radio group of cards, each with a title and a sentence. */
export function ChoiceCards({ id, options, value, onChange, isReadOnly }: ChoiceCardsProps) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {options.map(({ value: option, label, hint }) => (
        <label
          key={option}
          className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start items-baseline gap-x-2.5 rounded-lg border border-line bg-surface px-3 py-2.5 hover:bg-hover has-checked:border-tint-line has-checked:bg-tint"
        >
          <input
            type="radio"
            name={id}
            className="size-4 self-center"
            checked={value === option}
            disabled={isReadOnly}
            onChange={() => onChange(option)}
          />
          <span className="font-medium">{label}</span>
          <span className="col-start-2 text-xs text-text-2">{hint}</span>
        </label>
      ))}
    </div>
  )
}

/** Creates a form input of cards. */
export function createChoiceCards(options: readonly Required<Choice>[]): ComponentType<CustomInput> {
  return function ChoiceCardsInput(props: CustomInput) {
    return <ChoiceCards options={options} {...props} />
  }
}
