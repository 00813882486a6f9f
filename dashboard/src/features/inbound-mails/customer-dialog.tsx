import type { Customer, InboundMail } from '@skein/client'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CustomerSearch } from '../customers/customer-search.tsx'

/** Whether the service can release the mail only for a customer whom the agent names. */
export function needsCustomer({ cause, from }: Pick<InboundMail, 'cause' | 'from'>): boolean {
  return cause === 'NO_SENDER' || from === null
}

type CustomerDialogProps = { onPick: (customer: Customer) => void; onClose: () => void }

/** Asks who wrote a mail without a usable sender, before it is released. */
export function CustomerDialog({ onPick, onClose }: CustomerDialogProps) {
  return (
    <Dialog label="Release for a customer" onClose={onClose} className="w-130 max-w-[calc(100vw-2rem)]">
      <div className="grid grid-cols-1 gap-4 p-5">
        <h2 className="text-lg font-semibold">Release for a customer</h2>
        <p className="text-sm text-muted">The mail becomes a message of the customer, and replies go to the customer’s address.</p>
        <CustomerSearch
          label="Who wrote this mail?"
          onPick={(customer) => {
            onPick(customer)
            onClose()
          }}
        />
        <Button className="justify-self-end" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
