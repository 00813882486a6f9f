import { Page } from '../catalogue/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** Password, second factor and sessions of the signed-in user. */
export function SecurityScreen() {
  return (
    <Page title="Sign-in and security" guide="signing-in" lead="Your password, a second factor, and where you are signed in.">
      <div className="grid gap-10">
        <ChangePassword />
        <SecondFactor />
        <Sessions />
      </div>
    </Page>
  )
}
