/** Messages with the page that shows the frame. Only the page's own window and the origin of its first message are heard and addressed. */
import { protocolMark, type FrameMessage, type Marked, type PageMessage } from '../shared/protocol.ts'

/** Origin of the page; null in a window of the frame's own. The origin of an app's web view is `null` as a text. */
let pageOrigin: string | null = null

export const isAlone = window.parent === window

/** The origin of the page, which the service compares with the sites of the inbox. */
export function readPageOrigin(): string {
  return pageOrigin ?? location.origin
}

export function tellPage(message: FrameMessage): void {
  if (isAlone || pageOrigin === null) return
  // No message can be addressed to the origin of a web view. Only inboxes that allow apps have such pages.
  window.parent.postMessage({ ...message, mark: protocolMark }, pageOrigin === 'null' ? '*' : pageOrigin)
}

export function listenToPage(receive: (message: PageMessage) => void): void {
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || isAlone || data?.mark !== protocolMark) return
    if (pageOrigin === null && origin === 'null' && document.documentElement.dataset['apps'] === undefined) return
    if (origin !== (pageOrigin ?? origin)) return
    pageOrigin = origin
    // Safe because the loader sends only such messages.
    receive(data as Marked<PageMessage>)
  })
}
