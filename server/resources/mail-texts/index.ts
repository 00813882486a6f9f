/**
 * The texts of mails: which part of a text is quoted history, and which HTML of a stranger may be shown. It has no operations, imports no other
 * module, and runs in worker threads.
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
