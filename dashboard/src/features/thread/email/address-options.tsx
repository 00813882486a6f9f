import { Avatar } from '../../../ui/avatar.tsx'
import type { Suggestion } from './use-address-suggestions.ts'

type AddressOptionsProps = {
  id: string
  label: string
  options: readonly Suggestion[]
  /** Index of the highlighted option; -1 for none. */
  active: number
  /** Whether the list opens above the input. */
  isAbove: boolean
  onPick: (option: Suggestion) => void
}

/** Listbox of suggested recipients. The focus stays in the input, which handles the keyboard. */
export function AddressOptions({ id, label, options, active, isAbove, onPick }: AddressOptionsProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={label}
      className={`absolute inset-x-0 z-20 max-h-72 max-w-100 overflow-y-auto rounded-lg bg-raised p-1 shadow-2 forced-colors:border ${isAbove ? 'bottom-full mb-1' : 'top-full mt-1'}`}
    >
      {options.map((option, index) => (
        // The input handles the keyboard for these rows.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
        <li
          key={option.address}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          ref={(element) => {
            if (index === active) element?.scrollIntoView({ block: 'nearest' })
          }}
          className={`flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm max-md:min-h-11 ${index === active ? 'bg-tint' : 'hover:bg-hover'}`}
          // Keep the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          <Avatar name={option.name ?? option.address} size={20} />
          <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
            {option.name !== null && <bdi className="max-w-full truncate">{option.name}</bdi>}
            <span className={`max-w-full truncate ${option.name === null ? '' : index === active ? 'text-text-2' : 'text-muted'}`}>
              {option.address}
            </span>
          </span>
          <span className={`shrink-0 text-xs ${index === active ? 'text-text-2' : 'text-muted'}`}>{option.detail}</span>
        </li>
      ))}
    </ul>
  )
}
