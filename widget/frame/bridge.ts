/** Messages with the page that shows the frame. Only the page's own window and the origin of its first message are heard and addressed. */
import { protocolMark, type FrameMessage, type Marked, type PageMessage } from '../shared/protocol.ts'

/** Origin of the page; null in a window of the frame's own. */
let pageOrigin: string | null = null

export const isAlone = window.parent === window
/** Whether this document is the help centre's page of a customer's requests. */
export const isPortal = document.documentElement.dataset['portal'] !== undefined

/** Whether an origin is a website's. Those of apps' web views are `null`, `file://` or of a scheme of their own. */
const isWebsite = (origin: string): boolean => /^https?:\/\//.test(origin)

/** The origin of the page, which the service compares with the sites of the inbox; `null` for an app. */
export function readPageOrigin(): string {
  if (pageOrigin === null) return location.origin
  return isWebsite(pageOrigin) ? pageOrigin : 'null'
}

export function tellPage(message: FrameMessage): void {
  if (isAlone || pageOrigin === null) return
  // No message can be addressed to a web view. Only inboxes that allow apps have such pages.
  window.parent.postMessage({ ...message, mark: protocolMark }, isWebsite(pageOrigin) ? pageOrigin : '*')
}

export function listenToPage(receive: (message: PageMessage) => void): void {
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || isAlone || data?.mark !== protocolMark) return
    if (!isWebsite(origin) && document.documentElement.dataset['apps'] === undefined) return
    if (origin !== (pageOrigin ?? origin)) return
    pageOrigin = origin
    // Safe because the loader sends only such messages.
    receive(data as Marked<PageMessage>)
  })
}
