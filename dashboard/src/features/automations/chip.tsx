import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Plus, X, type IconType } from '../../ui/icons.ts'

type ChipProps = {
  icon?: IconType
  /** Text of the chip, also used in the accessible name of its remove button. */
  name: string
  children: ReactNode
  isReadOnly: boolean
  isInvalid?: boolean
  /** Replaces the chip's value. */
  onOpen?: (() => void) | undefined
  onRemove: () => void
}

/** An editable, removable part of the sentence. */
export function Chip({ icon, name, children, isReadOnly, isInvalid = false, onOpen, onRemove }: ChipProps) {
  const edge = isInvalid ? 'shadow-[inset_0_0_0_1px_var(--danger)]' : 'shadow-[inset_0_0_0_1px_var(--tint-line)]'
  const content = (
    <>
      {icon && <Icon of={icon} size={14} className="text-accent" />}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </>
  )
  const inner = 'inline-flex min-h-8 min-w-0 items-center gap-1.5 px-2.5 py-1 text-start font-medium max-md:min-h-11'
  return (
    <span className={`inline-flex max-w-full items-stretch rounded-md bg-tint forced-colors:border ${edge}`}>
      {isReadOnly || !onOpen ? (
        <span className={inner}>{content}</span>
      ) : (
        <button type="button" className={`${inner} rounded-s-md hover:bg-hover`} onClick={onOpen}>
          {content}
        </button>
      )}
      {!isReadOnly && (
        <button
          type="button"
          aria-label={t('Remove: {name}', { name })}
          className="grid w-7 shrink-0 place-items-center rounded-e-md text-text-2 hover:bg-hover hover:text-text max-md:w-11"
          onClick={onRemove}
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </span>
  )
}

/** Button that adds a part to the sentence. */
export function AddChip({ children, label, onClick }: { children: string; label?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-dashed border-line-strong px-2.5 font-medium text-text-2 hover:bg-hover hover:text-text max-md:min-h-11"
      onClick={onClick}
    >
      <Icon of={Plus} size={14} />
      {children}
    </button>
  )
}

/** A connecting word between the parts of the sentence. */
export function Between({ children }: { children: ReactNode }) {
  return <span className="text-text-2">{children}</span>
}
