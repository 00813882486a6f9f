/** Files whose tests are drawn by `sample.ts`: `npm run torture -- guarantees` asks all of theirs. `architecture.test.ts` finds what is missing. */
export const sampledFiles: readonly string[] = [
  'test/guarantees/',
  'test/code-samples.test.ts',
  'test/guides.test.ts',
  'dashboard/e2e/first-five-minutes.test.ts',
  'test/openapi.test.ts',
  'test/clients.test.ts',
  'test/totals.test.ts',
  'test/list-plans.test.ts',
  'test/export-memory.test.ts',
  'server/resources/threads/list-threads.test.ts',
  'server/resources/threads/merge-races.test.ts',
  'server/resources/threads/assign-thread.test.ts',
  'server/resources/threads/search/search-model.test.ts',
  'server/resources/threads/undo.test.ts',
]
