/**
 * Everything that code in worker threads imports from the kit and the platform. Such code does not import kit/index.ts, which would load the
 * whole service into the thread: 30 MB and 300 ms.
 */
export { escapeHtml } from './escape-html.ts'
export { cleanFilename } from './filename.ts'
export { findAttributedQuotation, findHistory, findReplyBelow, isForwardLine, isOriginalLine, readHeader } from './quoted-history.ts'
export { recogniseBytes, unknownType } from './recognise-type.ts'
export { toSafeMailHtml } from './safe-mail-html.ts'
export { newId, type Uuid } from '../platform/ids.ts'
export type { ThreadAnswer } from '../platform/worker-thread.ts'
