import { useMutation } from '@tanstack/react-query'
import type { Inbox, RequestOf } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'

type Provider = RequestOf<'authorizeInbox'>['body']['provider']

const providers: readonly { id: Provider; name: string }[] = [
  { id: 'GOOGLE', name: 'Google' },
  { id: 'MICROSOFT', name: 'Microsoft' },
]

/**
 * Links to the provider's consent page, where the user grants Skein access to the mailbox. Shown for servers that do not accept passwords.
 */
export function SignInButtons({ inbox: { id, email } }: { inbox: Inbox }) {
  const { skein } = useApi()
  const { whyNot } = useRights()
  const signIn = useMutation({
    mutationFn: async (provider: Provider) =>
      (await skein.authorizeInbox({ path: { id }, body: { provider }, idempotencyKey: newIdempotencyKey() })).data,
    onSuccess: ({ authorizeUrl }) => location.assign(authorizeUrl),
  })
  const needsTokens = email?.receive.imap?.auth === 'OAUTH2' || email?.send.smtp?.auth === 'OAUTH2'
  if (!needsTokens || whyNot('authorizeInbox') !== null) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap gap-2">
        {providers.map(({ id: provider, name }) => (
          <Button key={provider} disabled={signIn.isPending} onClick={() => signIn.mutate(provider)}>
            {t('Sign in with {provider}', { provider: name })}
          </Button>
        ))}
      </div>
      {signIn.error && <Problem error={signIn.error} />}
    </div>
  )
}
