/**
 * AI: operations that summarize, classify and propose. Each operation returns a run, which is kept for 90 days and erased with the
 * customers whom it quotes. A run sends and changes nothing; callers do that with the ordinary operations. Without a language model the
 * built-in provider quotes, counts and searches existing texts, and rejects operations that need a model.
 */
import { module } from '#kit/module.ts'
import {
  answerQuestion,
  classifyThread,
  getAiRun,
  getAiUsage,
  listAiRuns,
  rewriteText,
  suggestLabels,
  summarizeThread,
  translateText,
} from './operations.ts'
import * as background from './jobs.ts'
import { personal } from './personal.ts'
import { rateAiRun } from './rate-ai-run.ts'
import { run } from './run.ts'
import { suggestReply } from './suggest-reply.ts'

export { classify } from './built-in/judge-thread.ts'
export { hasModel } from './model/provider.ts'
export { findSummary } from './built-in/summary.ts'

export const ai = module({
  name: 'ai',
  description: 'Proposals and summaries with their sources. They send and change nothing.',
  resources: [run],
  endpoints: [
    suggestReply,
    summarizeThread,
    classifyThread,
    suggestLabels,
    rewriteText,
    translateText,
    answerQuestion,
    listAiRuns,
    getAiRun,
    rateAiRun,
    getAiUsage,
  ],
  jobs: Object.values(background),
  personal,
})
