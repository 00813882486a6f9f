/**
 * AI: operations that read, and propose.
 *
 * Each answers a run, which is kept for 90 days and erased with the customers whose words it repeats. Nothing is sent or changed by one: that
 * is done by the ordinary operations. Without a language model the built-in provider quotes, counts and finds what people wrote before; what
 * it cannot do honestly is refused.
 */
import { room } from '../../kit/index.ts'
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
export { summaryOf } from './built-in/summary.ts'

export const ai = room({
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
