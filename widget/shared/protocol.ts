/** Messages between the page and the frame. None carries the token of the session or the text of a conversation. */

/** Pixels between the panel's edges and what the device covers, such as a notch. */
export type SafeArea = { top: number; right: number; bottom: number; left: number }

/** The address and title of the page; null unless the inbox's settings allow them. */
export type PageInfo = { path: string; title: string } | null

/** How the page shows the frame. `whole` means that the panel fills a phone's screen. */
export type View = { open: boolean; whole: boolean; safe: SafeArea; page: PageInfo }

/** From the page. */
export type PageMessage =
  /** The first message after the frame has loaded. The frame learns the page's origin from it. */
  | { type: 'hello'; locale: string; consent: boolean | null; identityToken: string | null; view: View }
  | { type: 'view'; view: View }
  | { type: 'identify'; identityToken: string }
  | { type: 'consent'; consent: boolean }
  | { type: 'reset' }

/** From the frame. */
export type FrameMessage =
  | { type: 'ready' }
  | { type: 'unread'; count: number }
  | { type: 'close' }
  /** The visitor was forgotten, here or in another tab: the identity that the page knows no longer holds. */
  | { type: 'forgotten' }
  /** The person has chosen the preview of a message beside the launcher. */
  | { type: 'open' }
  /** Height in pixels of the preview of a message beside the launcher; null for none. */
  | { type: 'preview'; height: number | null }

/** Marks the messages among others that a page receives. */
export const protocolMark = 'skein-chat'
export type Marked<Message> = Message & { mark: typeof protocolMark }
