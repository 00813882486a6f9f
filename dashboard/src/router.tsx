/** Routes of all screens. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Gate } from './features/auth/gate.tsx'
import { SignInScreen } from './features/auth/sign-in.tsx'
import { readAuditSearch } from './features/settings/audit-search.ts'
import { readRuleSearch } from './features/automations/rule-search.ts'
import { readArticleSearch } from './features/knowledge/article-search.ts'
import { readCatalogueSearch } from './features/catalogue/catalogue-search.ts'
import { readInboxSearch } from './features/inboxes/inbox-search.ts'
import { InboxScreen } from './features/inbox/inbox-screen.tsx'
import { AppShell } from './features/shell/app-shell.tsx'
import { NotFoundScreen } from './features/shell/not-found.tsx'
import { PageFailed } from './features/shell/page-failed.tsx'
import { readSuspendedSearch } from './features/inbound-mails/search.ts'
import { readReportsSearch } from './features/reports/reports-search.ts'
import { readListSearch } from './features/threads/list-search.ts'
import { readNotificationSearch } from './features/notifications/notification-search.ts'
import { readMeetingsSearch } from './features/meetings/meetings-search.ts'
import { readScheduledSearch } from './features/scheduled/scheduled-search.ts'
import { t } from './texts/texts.ts'

/**
 * Creates a screen whose module is lazy-loaded on the first visit. TanStack Router reloads the page on the browser's error for a missing
 * module, which would show the browser's error page while offline. So the screen throws an error of its own. After an upgrade,
 * `reloadForNewVersion` reloads the page.
 */
function lazyScreen<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadOrThrow = (): Promise<Record<Name, ComponentType>> =>
    load().catch((cause: unknown) => {
      throw new Error(t('We couldn’t load this page. Are you online?'), { cause })
    })
  return lazyRouteComponent(loadOrThrow, name)
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInScreen,
  // Accept only a path of this site: otherwise a crafted link could redirect the user elsewhere after signing in (open redirect).
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? { to } : {}),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyScreen(() => import('./features/auth/forgot-password.tsx'), 'ForgotPasswordScreen'),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyScreen(() => import('./features/auth/choose-password.tsx'), 'ResetPasswordScreen'),
})
const accept = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyScreen(() => import('./features/auth/choose-password.tsx'), 'AcceptInvitationScreen'),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyScreen(() => import('./features/auth/confirm-email.tsx'), 'ConfirmEmailScreen'),
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
const inbox = createRoute({ getParentRoute: () => inside, path: '/inbox/$view', component: InboxScreen, validateSearch: readListSearch })
/** The inbox with an open thread. A child route, so that opening a thread does not remount the list. */
const inboxThread = createRoute({
  getParentRoute: () => inbox,
  path: '/$threadId',
  /** `message` is the message to scroll to. */
  validateSearch: ({ message }: Record<string, unknown>): { message?: string } => (typeof message === 'string' ? { message } : {}),
})

/** Outside the shell, so that the browser prints a thread alone. */
const printing = createRoute({
  getParentRoute: () => root,
  id: 'printing',
  component: () => (
    <Gate>
      <Outlet />
    </Gate>
  ),
})
const print = createRoute({
  getParentRoute: () => printing,
  path: '/print/$threadId',
  component: lazyScreen(() => import('./features/print/print-screen.tsx'), 'PrintScreen'),
})

const customers = createRoute({
  getParentRoute: () => inside,
  path: '/customers',
  component: lazyScreen(() => import('./features/customers/customers-screen.tsx'), 'CustomersScreen'),
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    typeof q === 'number' || (typeof q === 'string' && q !== '') ? { q: String(q) } : {},
})
const customer = createRoute({
  getParentRoute: () => inside,
  path: '/customers/$customerId',
  component: lazyScreen(() => import('./features/customers/customer-screen.tsx'), 'CustomerScreen'),
})

const meetings = createRoute({
  getParentRoute: () => inside,
  path: '/meetings',
  component: lazyScreen(() => import('./features/meetings/meetings-screen.tsx'), 'MeetingsScreen'),
  validateSearch: readMeetingsSearch,
})
const scheduled = createRoute({
  getParentRoute: () => inside,
  path: '/scheduled',
  component: lazyScreen(() => import('./features/scheduled/scheduled-screen.tsx'), 'ScheduledScreen'),
  validateSearch: readScheduledSearch,
})
const reportsShell = createRoute({
  getParentRoute: () => inside,
  id: 'reports-shell',
  component: lazyScreen(() => import('./features/reports/reports-shell.tsx'), 'ReportsShell'),
  validateSearch: readReportsSearch,
})
/** Narrow screens show the reports' menu here; wide screens redirect to the overview. */
const reports = createRoute({
  getParentRoute: () => reportsShell,
  path: '/reports',
  component: lazyScreen(() => import('./features/reports/reports-home.tsx'), 'ReportsHome'),
})
const liveBoard = createRoute({
  getParentRoute: () => reportsShell,
  path: '/reports/live',
  component: lazyScreen(() => import('./features/reports/live-board.tsx'), 'LiveBoard'),
})
const savedReports = createRoute({
  getParentRoute: () => reportsShell,
  path: '/reports/saved',
  component: lazyScreen(() => import('./features/reports/saved-reports.tsx'), 'SavedReportsScreen'),
})
const savedReport = createRoute({
  getParentRoute: () => reportsShell,
  path: '/reports/saved/$reportId',
  component: lazyScreen(() => import('./features/reports/report-screens.tsx'), 'SavedReportScreen'),
})
const report = createRoute({
  getParentRoute: () => reportsShell,
  path: '/reports/$page',
  component: lazyScreen(() => import('./features/reports/report-screens.tsx'), 'ReportScreen'),
})
const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  component: lazyScreen(() => import('./features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  validateSearch: readNotificationSearch,
})
const suspended = createRoute({
  getParentRoute: () => inside,
  path: '/suspended',
  component: lazyScreen(() => import('./features/inbound-mails/suspended-screen.tsx'), 'SuspendedScreen'),
  validateSearch: readSuspendedSearch,
})

/** Layout of the settings and the developer pages. */
const settingsShell = createRoute({
  getParentRoute: () => inside,
  id: 'settings-shell',
  component: lazyScreen(() => import('./features/settings/settings-shell.tsx'), 'SettingsShell'),
})
const settings = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings',
  component: lazyScreen(() => import('./features/settings/settings-home.tsx'), 'SettingsHome'),
})
const knowledgeShell = createRoute({
  getParentRoute: () => inside,
  id: 'knowledge-shell',
  component: lazyScreen(() => import('./features/knowledge/knowledge-shell.tsx'), 'KnowledgeShell'),
})
/** Narrow screens show the knowledge base's menu here; wide screens redirect to the articles. */
const knowledge = createRoute({
  getParentRoute: () => knowledgeShell,
  path: '/knowledge',
  component: lazyScreen(() => import('./features/knowledge/knowledge-home.tsx'), 'KnowledgeHome'),
})
const labels = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/labels',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/labels.tsx'), 'LabelsScreen'),
})
const kbArticles = createRoute({
  getParentRoute: () => knowledgeShell,
  path: '/knowledge/articles',
  validateSearch: readArticleSearch,
  component: lazyScreen(() => import('./features/knowledge/articles.tsx'), 'ArticlesScreen'),
})
const kbArticle = createRoute({
  getParentRoute: () => kbArticles,
  path: '$articleId',
  component: lazyScreen(() => import('./features/knowledge/article-screen.tsx'), 'ArticleScreen'),
})
const kbCollections = createRoute({
  getParentRoute: () => knowledgeShell,
  path: '/knowledge/collections',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/knowledge/collections.tsx'), 'KbCollectionsScreen'),
})
const kbAsk = createRoute({
  getParentRoute: () => knowledgeShell,
  path: '/knowledge/ask',
  component: lazyScreen(() => import('./features/knowledge/ask.tsx'), 'AskScreen'),
})
const missedSearches = createRoute({
  getParentRoute: () => knowledgeShell,
  path: '/knowledge/missed-searches',
  component: lazyScreen(() => import('./features/knowledge/missed-searches.tsx'), 'MissedSearchesScreen'),
})
const profile = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/profile',
  component: lazyScreen(() => import('./features/settings/profile.tsx'), 'ProfileScreen'),
})
const security = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/security',
  component: lazyScreen(() => import('./features/settings/security.tsx'), 'SecurityScreen'),
})
const notificationSettings = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/notifications',
  component: lazyScreen(() => import('./features/notifications/settings/notification-settings.tsx'), 'NotificationSettingsScreen'),
})
const keyboard = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/keyboard',
  component: lazyScreen(() => import('./features/settings/keyboard.tsx'), 'KeyboardScreen'),
})
const workspace = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/workspace',
  component: lazyScreen(() => import('./features/settings/workspace.tsx'), 'WorkspaceScreen'),
})
const users = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/users',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/users.tsx'), 'UsersScreen'),
})
const teams = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/teams',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/teams.tsx'), 'TeamsScreen'),
})
const inboxes = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/inboxes',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/inboxes.tsx'), 'InboxesScreen'),
})
const inboxPage = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/inboxes/$inboxId',
  validateSearch: readInboxSearch,
  component: lazyScreen(() => import('./features/inboxes/inbox-page.tsx'), 'InboxScreen'),
})
const senderRules = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/sender-rules',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/sender-rules.tsx'), 'SenderRulesScreen'),
})
const cannedResponses = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/canned-responses',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/canned-responses.tsx'), 'CannedResponsesScreen'),
})
const customFields = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/custom-fields',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/custom-fields.tsx'), 'CustomFieldsScreen'),
})
const businessHours = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/business-hours',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/service-levels/business-hours.tsx'), 'BusinessHoursScreen'),
})
const slaPolicies = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/sla-policies',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/settings/service-levels/sla-policies.tsx'), 'SlaPoliciesScreen'),
})
const satisfaction = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/satisfaction',
  component: lazyScreen(() => import('./features/satisfaction/survey-screen.tsx'), 'SurveyScreen'),
})
const automations = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/automations',
  component: lazyScreen(() => import('./features/automations/automations-screen.tsx'), 'AutomationsScreen'),
})
const automationRule = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/automations/$ruleId',
  validateSearch: readRuleSearch,
  component: lazyScreen(() => import('./features/automations/rule-screen.tsx'), 'RuleScreen'),
})
const assistance = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/assistance',
  component: lazyScreen(() => import('./features/ai/runs-screen.tsx'), 'AiRunsScreen'),
})
const privacy = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/privacy',
  component: lazyScreen(() => import('./features/settings/privacy.tsx'), 'PrivacyScreen'),
})
const auditLog = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/audit-log',
  validateSearch: readAuditSearch,
  component: lazyScreen(() => import('./features/settings/audit-log.tsx'), 'AuditLogScreen'),
})
const systemHealth = createRoute({
  getParentRoute: () => settingsShell,
  path: '/settings/system-health',
  component: lazyScreen(() => import('./features/settings/system-health.tsx'), 'SystemHealthScreen'),
})
const quickStart = createRoute({
  getParentRoute: () => settingsShell,
  path: '/developer',
  component: lazyScreen(() => import('./features/developer/quick-start.tsx'), 'QuickStartScreen'),
})
const apiKeys = createRoute({
  getParentRoute: () => settingsShell,
  path: '/developer/keys',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/developer/api-keys.tsx'), 'ApiKeysScreen'),
})
const webhooks = createRoute({
  getParentRoute: () => settingsShell,
  path: '/developer/webhooks',
  validateSearch: readCatalogueSearch,
  component: lazyScreen(() => import('./features/developer/webhooks.tsx'), 'WebhooksScreen'),
})
const deliveries = createRoute({
  getParentRoute: () => settingsShell,
  path: '/developer/deliveries',
  component: lazyScreen(() => import('./features/developer/deliveries.tsx'), 'DeliveriesScreen'),
})
const events = createRoute({
  getParentRoute: () => settingsShell,
  path: '/developer/events',
  component: lazyScreen(() => import('./features/developer/events.tsx'), 'EventsScreen'),
})

/** For developers of the dashboard. No menu links here. */
const design = createRoute({
  getParentRoute: () => inside,
  path: '/developer/design',
  component: lazyScreen(() => import('./features/design/design-screen.tsx'), 'DesignScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    forgot,
    reset,
    accept,
    confirmEmail,
    printing.addChildren([print]),
    inside.addChildren([
      home,
      inbox.addChildren([inboxThread]),
      customers,
      meetings,
      scheduled,
      notifications,
      suspended,
      design,
      customer,
      settingsShell.addChildren([
        settings,
        profile,
        security,
        notificationSettings,
        keyboard,
        workspace,
        users,
        teams,
        inboxes,
        inboxPage,
        senderRules,
        satisfaction,
        assistance,
        automations,
        automationRule,
        cannedResponses,
        customFields,
        businessHours,
        slaPolicies,
        privacy,
        auditLog,
        systemHealth,
        labels,
        quickStart,
        apiKeys,
        webhooks,
        deliveries,
        events,
      ]),
      reportsShell.addChildren([reports, liveBoard, savedReports, savedReport, report]),
      knowledgeShell.addChildren([knowledge, kbArticles.addChildren([kbArticle]), kbCollections, kbAsk, missedSearches]),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
