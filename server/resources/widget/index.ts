/**
 * Website chat: the operations of a website's visitors. A visitor is no user and has no scope; the token of the session is the only
 * credential, and it opens nothing but the visitor's own conversations in one inbox.
 */
import { module } from '#kit/module.ts'
import { getWidgetArticle } from './articles/get-widget-article.ts'
import { searchWidgetArticles } from './articles/search-widget-articles.ts'
import { createWidgetChallenge } from './challenges/create-widget-challenge.ts'
import { getWidgetConfig } from './config/get-widget-config.ts'
import { createWidgetMessage } from './conversations/create-widget-message.ts'
import { createWidgetThread } from './conversations/create-widget-thread.ts'
import { endWidgetThread } from './conversations/end-widget-thread.ts'
import { markWidgetThreadRead } from './conversations/mark-widget-thread-read.ts'
import { getWidgetUnread, listWidgetMessages, listWidgetThreads } from './conversations/operations.ts'
import { rateWidgetThread } from './conversations/rate-widget-thread.ts'
import { sendWidgetTranscript } from './conversations/send-widget-transcript.ts'
import { submitForm } from './form/submit-form.ts'
import { personal } from './personal/personal.ts'
import { createPortalLink } from './portal/create-portal-link.ts'
import { createPortalSession } from './portal/create-portal-session.ts'
import { createWidgetSession } from './sessions/create-widget-session.ts'
import { endWidgetSession } from './sessions/end-widget-session.ts'
import { identifyVisitor } from './sessions/identify-visitor.ts'
import { reportVisitorTyping } from './stream/report-visitor-typing.ts'
import { streamWidget } from './stream/stream-widget.ts'
import { forgetVisitorSessions } from './sessions/jobs.ts'
import { createWidgetUpload } from './uploads/create-widget-upload.ts'

export { findForm, type FormQuestion, type OpenForm, receiveForm } from './form/form-page.ts'
export { maxFormText } from './form/schema.ts'
export { findWidgetLanguage, type WidgetLanguage } from './languages.ts'
export { readVisitors } from './sessions/visitor.ts'

export const widget = module({
  name: 'widget',
  description: 'Website chat: what visitors can do.',
  endpoints: [
    getWidgetConfig,
    createWidgetSession,
    identifyVisitor,
    endWidgetSession,
    createPortalLink,
    createPortalSession,
    searchWidgetArticles,
    getWidgetArticle,
    createWidgetChallenge,
    submitForm,
    listWidgetThreads,
    createWidgetThread,
    listWidgetMessages,
    createWidgetMessage,
    markWidgetThreadRead,
    getWidgetUnread,
    endWidgetThread,
    sendWidgetTranscript,
    rateWidgetThread,
    createWidgetUpload,
    reportVisitorTyping,
    streamWidget,
  ],
  jobs: [forgetVisitorSessions],
  personal,
})
