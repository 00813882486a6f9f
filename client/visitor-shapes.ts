/** Shapes of the visitor's operations. */
export type {
  MessagePart,
  WidgetArticle,
  WidgetArticleText,
  WidgetConfig,
  WidgetMessage,
  WidgetPerson,
  WidgetQuestion,
  WidgetSession,
  WidgetThread,
  WidgetUpload,
  WidgetVisitor,
} from './generated/shapes.ts'
