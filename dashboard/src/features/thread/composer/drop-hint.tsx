import { t } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Upload } from '../../../ui/icons.ts'

/** Covers the element onto which the agent can drop the files that they drag. */
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
