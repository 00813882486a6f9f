/** Shapes of the visitor's operations. */
import type { WidgetMessage as Message, WidgetThread as Thread } from './generated/shapes.ts'

export type {
  WidgetArticle,
  WidgetArticleText,
  WidgetConfig,
  WidgetPerson,
  WidgetQuestion,
  WidgetSession,
  WidgetUpload,
  WidgetVisitor,
} from './generated/shapes.ts'
export type WidgetMessagePart =
  | { kind: 'ARTICLE'; articleId: string; slug: string; title: string; excerpt: string }
  | { kind: 'CHOICES'; options: { id: string; label: string }[] }
  | { kind: 'RATING' }
export type WidgetMessage = Message & { parts?: WidgetMessagePart[] }
export type WidgetThread = Omit<Thread, 'lastMessage'> & { lastMessage: WidgetMessage }
