import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Upload } from '../../../ui/icons.ts'

/** Overlay of the drop target while the agent drags files. */
export function DropHint() {
  return (
    <div className="pointer-events-none absolute inset-0 z-20 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-tint font-medium text-accent">
      <span className="flex items-center gap-2">
        <Icon of={Upload} size={18} />
        {t('Drop files here to attach them')}
      </span>
    </div>
  )
}
