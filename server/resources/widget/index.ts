/**
 * Website chat: the operations of a website's visitors. A visitor is no user and has no scope; the token of the session is the only
 * credential, and it opens nothing but the visitor's own conversations in one inbox.
 */
import { module } from '#kit/module.ts'
import { getWidgetArticle } from './articles/get-widget-article.ts'
import { searchWidgetArticles } from './articles/search-widget-articles.ts'
import { createWidgetChallenge } from './challenges/create-widget-challenge.ts'
import { getWidgetConfig } from './config/get-widget-config.ts'
import { createWidgetSession } from './sessions/create-widget-session.ts'
import { endWidgetSession } from './sessions/end-widget-session.ts'
import { identifyVisitor } from './sessions/identify-visitor.ts'
import { forgetVisitorSessions } from './sessions/jobs.ts'

export { readVisitors } from './sessions/visitor.ts'

export const widget = module({
  name: 'widget',
  description: 'Website chat: what visitors can do.',
  endpoints: [
    getWidgetConfig,
    createWidgetSession,
    identifyVisitor,
    endWidgetSession,
    searchWidgetArticles,
    getWidgetArticle,
    createWidgetChallenge,
  ],
  jobs: [forgetVisitorSessions],
  personal: { excused: { ended_visitor_sessions: 'random ids', visitors: 'no operation writes it yet' } },
})
