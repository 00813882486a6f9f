import { t } from '../../../texts/texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TriangleAlert, X } from '../../../ui/icons.ts'
import type { MailAddress } from '../../threads/drafts.ts'
import { isAddress, toShownName } from './reply-plan.ts'

/** One recipient in an input, with a button that removes it. A text that cannot be an address is marked. */
export function AddressChip({ recipient, field, onRemove }: { recipient: MailAddress; field: string; onRemove: () => void }) {
  const { address } = recipient
  const shown = toShownName(recipient)
  const isMistyped = !isAddress(address)
  return (
    <span
      data-tip={address}
      className={`inline-flex max-w-full items-center gap-1.5 rounded-full ps-0.75 text-xs font-medium ${isMistyped ? 'border border-danger bg-danger-tint text-danger' : 'bg-hover'}`}
    >
      {isMistyped ? <Icon of={TriangleAlert} size={14} className="ms-1" /> : <Avatar name={shown} size={18} />}
      <span className="truncate">{shown}</span>
      {shown !== address && <span className="sr-only">{address}</span>}
      <button
        type="button"
        aria-label={t('Remove {address} from {field}', { address, field })}
        className={`grid size-6 shrink-0 place-items-center rounded-full hover:bg-press ${isMistyped ? '' : 'text-muted hover:text-text'}`}
        onClick={onRemove}
      >
        <Icon of={X} size={14} />
      </button>
    </span>
  )
}
