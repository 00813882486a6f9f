/** Shapes of the visitor's operations. */
export type WidgetFace = { name: string; initials: string; online: boolean }
export type WidgetPreChatField = {
  field: string
  label: string
  type: string
  options: { value: string; label: string }[] | null
  required: boolean
}
export type WidgetConfig = {
  key: string
  name: string
  title: string | null
  greeting: string | null
  launcher: string | null
  color: string
  position: 'LEFT' | 'RIGHT'
  logoUrl: string | null
  zIndex: number
  preChat: WidgetPreChatField[]
  files: boolean
  helpCenter: boolean
  askRating: boolean
  requireIdentity: boolean
  pageUrl: 'NONE' | 'PATH'
  languages: string[]
  team: WidgetFace[]
  online: boolean
  nextOpening: string | null
  expectedReplySeconds: number | null
}
export type WidgetVisitor = { id: string; name: string | null; email: string | null; verified: boolean }
export type WidgetSession = { token: string; expiresAt: string; visitor: WidgetVisitor; unread: number }
export type WidgetMessagePart =
  | { kind: 'ARTICLE'; articleId: string; slug: string; title: string; excerpt: string }
  | { kind: 'CHOICES'; options: { id: string; label: string }[] }
  | { kind: 'RATING' }
export type WidgetAttachment = { id: string; filename: string; contentType: string; size: number; url: string | null }
export type WidgetMessage = {
  id: string
  threadId: string
  sequence: number
  from: 'VISITOR' | 'TEAM' | 'SYSTEM'
  name: string | null
  body: string
  bodyFormat: string
  bodyText: string
  parts?: WidgetMessagePart[]
  attachments: WidgetAttachment[]
  createdAt: string
  deliveredAt: string | null
  seenAt: string | null
  clientId: string | null
}
export type WidgetThread = {
  id: string
  subject: string
  state: 'OPEN' | 'ENDED'
  person: WidgetFace | null
  lastMessage: WidgetMessage
  unread: number
  rating: { score: number; comment: string | null } | null
  createdAt: string
  lastMessageAt: string
}
export type WidgetUpload = { id: string; filename: string; contentType: string; size: number }
export type WidgetArticle = { id: string; slug: string; title: string; excerpt: string; collection: string | null }
export type WidgetArticleText = WidgetArticle & { html: string; updatedAt: string; url: string | null }
