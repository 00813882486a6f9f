/**
 * Search over the texts of threads (decision 29): which threads have the words of a query, and the index that answers it. Threads, views,
 * AI and the knowledge base use it; it imports no other resource but customers.
 */
export { AlikeThreads } from './alike.ts'
export { highlightsOf, SearchHighlights } from './highlights.ts'
export { indexErased } from './reindex.ts'
export { indexTexts, indexThreads } from './index-texts.ts'
export { findMatches, type Matches } from './match.ts'
export { refused } from './refusal.ts'
export { indexDelaySeconds, reindexThread, searchBacklog, unindexThread } from './reindex.ts'
