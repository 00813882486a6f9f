/**
 * Searches the texts of threads (decision 29) and maintains the index. Threads, views, AI and the knowledge base use it; it imports no
 * other resource except customers.
 */
export { AlikeThreads } from './alike.ts'
export { findHighlights, SearchHighlights } from './highlights.ts'
export { indexErasedThreads } from './reindex.ts'
export { indexTexts, indexThreads } from './index-texts.ts'
export { NumberSet } from './number-set.ts'
export { findMatches, type Matches } from './match.ts'
export { createRefusal } from './refusal.ts'
export { indexDelaySeconds, reindexThread, searchBacklog, unindexThread } from './reindex.ts'
