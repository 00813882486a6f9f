import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { TriangleAlert } from '../../ui/icons.ts'

/** Says that other mail servers cannot find this installation. */
export function NoPublicName() {
  return (
    <p className="flex gap-2.5 rounded-lg border border-warning-line bg-warning-tint px-3 py-2.5">
      <Icon of={TriangleAlert} className="mt-px text-warning" />
      {t(
        'This installation has no public mail name yet. Your operator can set it (MAIL_DOMAIN). Until then, mail can’t be forwarded here.',
      )}
    </p>
  )
}
