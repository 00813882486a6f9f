import type { Customer, InboundMail } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { PaneHeader } from '../../ui/pane-header.tsx'
import { CustomerSearch } from '../customers/customer-search.tsx'

/** Whether the mail can be released only after the agent names its customer. */
export function needsCustomer({ cause, from }: Pick<InboundMail, 'cause' | 'from'>): boolean {
  return cause === 'NO_SENDER' || from === null
}

type CustomerDialogProps = { onPick: (customer: Customer) => void; onClose: () => void }

/** Asks who wrote a mail without a usable sender before it is released. */
export function CustomerDialog({ onPick, onClose }: CustomerDialogProps) {
  return (
    <Dialog label={t('Release for a customer')} onClose={onClose} className="w-130 max-w-[calc(100vw-2rem)]">
      <PaneHeader title={t('Release for a customer')} onClose={onClose} />
      <div className="grid grid-cols-1 gap-4 p-5">
        <p className="text-text-2">{t('The email becomes a message from this customer, and replies go to their address.')}</p>
        <CustomerSearch
          label={t('Who wrote this email?')}
          onPick={(customer) => {
            onPick(customer)
            onClose()
          }}
        />
        <Foot onCancel={onClose} />
      </div>
    </Dialog>
  )
}
