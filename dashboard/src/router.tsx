/** The screens' table of contents. */
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { ChoosePasswordScreen } from './features/auth/choose-password.tsx'
import { ForgotPasswordScreen } from './features/auth/forgot-password.tsx'
import { Gate } from './features/auth/gate.tsx'
import { SignInScreen } from './features/auth/sign-in.tsx'
import { InboxScreen } from './features/inbox/inbox-screen.tsx'
import { AppShell } from './features/shell/app-shell.tsx'
import { NotFoundScreen } from './features/shell/not-found.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInScreen,
  // Only a path of this site: a link must not be able to lead elsewhere after signing in.
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {}),
})
const forgot = createRoute({ getParentRoute: () => root, path: '/forgot-password', component: ForgotPasswordScreen })
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: () => <ChoosePasswordScreen purpose="password" />,
})
const accept = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: () => <ChoosePasswordScreen purpose="invitation" />,
})
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: () => (
    <Gate>
      <AppShell />
    </Gate>
  ),
})
const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => redirect({ to: '/inbox/$view', params: { view: 'mine' }, replace: true, throw: true }),
})
const inbox = createRoute({ getParentRoute: () => inside, path: '/inbox/$view', component: InboxScreen })
/** The same screen with a thread open: a child, so that the list stays as it is. */
const inboxThread = createRoute({ getParentRoute: () => inbox, path: '/$threadId' })

export const router = createRouter({
  routeTree: root.addChildren([signIn, forgot, reset, accept, inside.addChildren([home, inbox.addChildren([inboxThread])])]),
  defaultPreload: 'intent',
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
