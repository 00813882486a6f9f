/**
 * Search in the texts of threads (decision 29): finds the threads that match a query, and keeps the index for it. Threads, views,
 * AI and the knowledge base use it; it imports no other resource but customers.
 */
export { AlikeThreads } from './alike.ts'
export { findHighlights, SearchHighlights } from './highlights.ts'
export { indexErasedThreads } from './reindex.ts'
export { indexTexts, indexThreads } from './index-texts.ts'
export { NumberSet } from './number-set.ts'
export { findMatches, type Matches } from './match.ts'
export { createRefusal } from './refusal.ts'
export { indexDelaySeconds, reindexThread, searchBacklog, unindexThread } from './reindex.ts'
