import type { InboundMail } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Mail, Users } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'

export type SenderAction = 'ALLOW' | 'BLOCK'

type SenderPickerProps = { action: SenderAction; mail: InboundMail; onPick: (pattern: string) => void; onClose: () => void }

/** Chooses whether a rule matches the sender's address or the whole domain. */
export function SenderPicker({ action, mail: { from }, onPick, onClose }: SenderPickerProps) {
  const address = from ?? ''
  const domain = address.slice(address.lastIndexOf('@'))
  const isAllow = action === 'ALLOW'
  const options =
    address === ''
      ? []
      : [
          { id: address, name: isAllow ? t('Allow {address}', { address }) : t('Block {address}', { address }), mark: <Icon of={Mail} /> },
          {
            id: domain,
            name: isAllow ? t('Allow everyone {domain}', { domain }) : t('Block everyone {domain}', { domain }),
            mark: <Icon of={Users} />,
          },
        ]
  return <Picker label={isAllow ? t('Allow sender') : t('Block sender')} options={options} onPick={onPick} onClose={onClose} />
}
