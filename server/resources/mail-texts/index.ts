/**
 * Processes mail texts: separates quoted history, and sanitises strangers' HTML. It has no operations, imports no other module, and runs in
 * worker threads.
 */
export {
  findAttributedQuotation,
  findHistory,
  findReplyBelow,
  isForwardLine,
  isOriginalLine,
  readHeader,
  removeQuotations,
} from './quoted-history.ts'
export { type SafeMailHtml, toSafeMailHtml } from './safe-mail-html.ts'
export { toStyledMailHtml } from './styled-mail-html.ts'
