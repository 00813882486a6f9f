import type { InboundMail } from '@skein/client'
import { Picker } from '../../ui/picker.tsx'

export type SenderAction = 'ALLOW' | 'BLOCK'

type SenderPickerProps = { action: SenderAction; mail: InboundMail; onPick: (pattern: string) => void; onClose: () => void }

/** Chooses whether a rule is about the sender's address or about their whole domain. */
export function SenderPicker({ action, mail: { from }, onPick, onClose }: SenderPickerProps) {
  const address = from ?? ''
  const domain = address.slice(address.lastIndexOf('@'))
  const verb = action === 'ALLOW' ? 'Allow' : 'Block'
  const options =
    address === '' ? [] : [address, domain].map((id) => ({ id, name: id === address ? `${verb} ${id}` : `${verb} everyone ${id}` }))
  return <Picker label={`${verb} sender`} options={options} onPick={onPick} onClose={onClose} />
}
