import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Enrolment } from '../settings/second-factor.tsx'
import { Card } from './card.tsx'
import { t } from '../../texts/texts.ts'

type RequireSecondFactorProps = { onConfirmed: () => void; onDone: () => void; onClose: () => void }

/** Asks users to set up the second factor that their role requires. Until then, the service refuses their other requests. */
export function RequireSecondFactor({ onConfirmed, onDone }: RequireSecondFactorProps) {
  const { skein, session } = useApi()
  const leave = useMutation({ mutationFn: () => skein.logout(), onSettled: () => session.signOut() })
  return (
    <Card
      title={t('Set up a second factor')}
      lead={t(
        'Your role in this workspace needs one. You’ll then sign in with your password and a code from an authenticator app on your phone.',
      )}
    >
      <Enrolment hasOne={false} onConfirmed={onConfirmed} onDone={onDone} />
      <Button look="plain" className="mt-4" disabled={leave.isPending} onClick={() => leave.mutate()}>
        {t('Sign out')}
      </Button>
    </Card>
  )
}
