import { useState } from 'react'
import type { Inbox } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { KeyRound, RefreshCw } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const SecretDialog = lazyDialog(async () => (await import('./secret-dialog.tsx')).SecretDialog)

type HookSecretProps = { inbox: Inbox; hook: NonNullable<Inbox['hook']>; onChanged: () => void }

/** Whether the inbox has a secret, and buttons to create or rotate it. */
export function HookSecret({ inbox, hook, onChanged }: HookSecretProps) {
  const [isOpen, setOpen] = useState(false)
  const whyNot = useRights().whyNot('rotateInboxSecret')
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p>
        {hook.secretSet
          ? t('Your program signs what it posts with the secret, and checks what we send with it.')
          : t('Create the secret first. Without it, we refuse what your program posts.')}
      </p>
      <Button
        look={hook.secretSet ? 'quiet' : 'primary'}
        icon={hook.secretSet ? RefreshCw : KeyRound}
        hidden={whyNot !== null}
        onClick={() => setOpen(true)}
      >
        {hook.secretSet ? t('Rotate the secret…') : t('Create the secret…')}
      </Button>
      {whyNot !== null && <p className="text-muted">{whyNot}</p>}
      {isOpen && <SecretDialog inboxId={inbox.id} isFirst={!hook.secretSet} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </div>
  )
}
