import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ChevronDown, TriangleAlert } from '../../../ui/icons.ts'
import type { ChosenRecipients, MailAddress } from '../../threads/drafts.ts'
import { describeRecipients, isAddress, toRecipientText, toShownName } from './reply-plan.ts'

/** Maximum number of chips of each list. */
const maxChips = { to: 2, cc: 2, bcc: 1 } as const

/** The recipients of a reply as chips in one line, and how many more there are. A click opens their inputs. */
export function RecipientsLine({ recipients, onOpen, onNear }: { recipients: ChosenRecipients; onOpen: () => void; onNear: () => void }) {
  const { to, cc, bcc } = recipients
  // Show addresses in To instead of names, because a customer can have several.
  const groups = [
    { label: t('To'), chips: to.slice(0, maxChips.to).map(({ address }) => ({ text: address, address })) },
    { label: t('Cc'), chips: cc.slice(0, maxChips.cc).map(toChip) },
    { label: t('Bcc'), chips: bcc.slice(0, maxChips.bcc).map(toChip) },
  ].filter(({ chips }) => chips.length > 0)
  const all = [...to, ...cc, ...bcc]
  const hidden = all.length - groups.reduce((sum, { chips }) => sum + chips.length, 0)
  const keys = formatKeys('recipients')
  const everyone = all.map(toRecipientText).join(', ')
  return (
    <button
      type="button"
      aria-keyshortcuts={formatAriaKeys('recipients')}
      data-tip={[all.length === 0 ? t('Change the recipients') : everyone, ...(keys === '' ? [] : [keys])].join(' · ')}
      className="group flex min-h-7 min-w-0 flex-wrap items-center gap-1 rounded-md px-1 py-0.5 text-start text-muted hover:bg-hover hover:text-text max-md:min-h-9"
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
    >
      <span className="sr-only">
        {t('{recipients}. Change the recipients', { recipients: describeRecipients(recipients) || t('No recipients') })}
      </span>
      <span aria-hidden className="contents">
        {to.length === 0 && <span className="text-danger">{t('Add a recipient to To.')}</span>}
        {groups.map(({ label, chips }) => (
          <span key={label} className="contents">
            <span>{label}</span>
            {chips.map(({ text, address }) => (
              <span
                key={address}
                className={`inline-flex h-5.5 max-w-60 min-w-0 items-center gap-1 rounded-full px-2 ${isAddress(address) ? 'bg-hover text-text-2 group-hover:text-text' : 'bg-danger-tint text-danger'}`}
              >
                {!isAddress(address) && <Icon of={TriangleAlert} size={12} />}
                <span className="truncate">{text}</span>
              </span>
            ))}
          </span>
        ))}
        {hidden > 0 && <span className="font-medium">{`+${hidden}`}</span>}
      </span>
      <Icon of={ChevronDown} size={12} />
    </button>
  )
}

function toChip(recipient: MailAddress) {
  return { text: toShownName(recipient), address: recipient.address }
}
