/** Search in texts, for every module that has a search: words, queries, and excerpts with highlights. It has no operations and imports no other module. */
export { findExcerpt, findExcerptInWindows, type HighlightedText, highlightText } from './highlight.ts'
export { substringParts } from './parts.ts'
export { allTerms, type Group, parseQuery, type Query, type Term, toNeedle, wantedTerms } from './query.ts'
export { joinWords, splitWords } from './tokenizer.ts'
