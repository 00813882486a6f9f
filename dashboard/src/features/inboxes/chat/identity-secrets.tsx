import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Inbox } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useRights } from '../../../api/rights.ts'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyRound } from '../../../ui/icons.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { formatMoment } from '../../../ui/time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { Part } from '../inbox-part.tsx'

const NewIdentitySecret = lazyDialog(async () => (await import('./new-identity-secret.tsx')).NewIdentitySecret)

type IdentitySecretsProps = { inbox: Inbox; widget: NonNullable<Inbox['widget']>; onChanged: () => void }

/** The secrets with which the site signs who a visitor is. */
export function IdentitySecrets({ inbox, widget, onChanged }: IdentitySecretsProps) {
  const { skein } = useApi()
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const whyNot = useRights().whyNot('createWidgetSecret')
  const removal = useMutation({
    mutationFn: (secretId: string) => skein.deleteWidgetSecret({ path: { id: inbox.id, secretId } }),
    onSuccess: onChanged,
  })
  const valid = widget.identitySecrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
  return (
    <Part title={t('Identity secrets')}>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <p>
          {t(
            'Your server signs who is signed in with a secret. Then agents know whom they talk to, and people see their conversations on every device.',
          )}
        </p>
        {valid.length > 0 && (
          <ul className="grid w-full gap-2">
            {valid.map(({ id, lastFour, createdAt, expiresAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line px-3 py-2">
                <code className="font-mono">…{lastFour}</code>
                <span className="min-w-0 flex-1 text-muted">
                  {expiresAt === null
                    ? t('Created {time}', { time: formatMoment(createdAt) })
                    : t('Works until {time}', { time: formatMoment(expiresAt) })}
                </span>
                {whyNot === null && (
                  <Button
                    look="danger"
                    size="small"
                    aria-label={t('Delete the secret that ends in {end}', { end: lastFour })}
                    disabled={removal.isPending}
                    onClick={() => removal.mutate(id)}
                  >
                    {t('Delete')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {removal.error && <Problem error={removal.error} />}
        <Button look={valid.length === 0 ? 'primary' : 'quiet'} icon={KeyRound} hidden={whyNot !== null} onClick={() => setOpen(true)}>
          {t('New secret…')}
        </Button>
        {whyNot !== null && <p className="text-muted">{whyNot}</p>}
        {isOpen && (
          <NewIdentitySecret inboxId={inbox.id} isFirst={valid.length === 0} onChanged={onChanged} onClose={() => setOpen(false)} />
        )}
      </div>
    </Part>
  )
}
