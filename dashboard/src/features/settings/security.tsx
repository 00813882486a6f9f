import { t } from '../../texts/texts.ts'
import { Page } from '../catalogue/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** Password, second factor and sessions of the signed-in user. */
export function SecurityScreen() {
  return (
    <Page
      title={t('Sign-in & security')}
      guide="for-agents/your-account"
      lead={t('Your password, your authenticator app, and where you’re signed in.')}
    >
      <div className="grid max-w-160 grid-cols-1 gap-4">
        <ChangePassword />
        <SecondFactor />
        <Sessions />
      </div>
    </Page>
  )
}
