import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'

/** Notice that AI has replaced the draft, with a button to restore the agent's text. */
export function ReplacedNotice({ onUndo }: { onUndo: () => void }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 px-2 text-muted">
      {t('AI wrote this, so check it before you send.')}
      <Button look="plain" size="small" onClick={onUndo}>
        {t('Undo')}
      </Button>
    </p>
  )
}
