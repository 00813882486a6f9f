/** Shares full-text search between modules: words, queries, and highlighted excerpts. It has no operations and imports no other module. */
export { findExcerpt, findExcerptInWindows, type HighlightedText, highlightText } from './highlight.ts'
export { loosenTerm } from './loosen.ts'
export { substringParts } from './parts.ts'
export { allTerms, type Group, parseQuery, type Query, type Term, toNeedle, wantedTerms } from './query.ts'
export { joinWords, splitWords } from './tokenizer.ts'
