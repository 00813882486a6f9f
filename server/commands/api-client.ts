/** How commands call the public API: with the client that integrators have. */
import { createSkeinClient, NoAnswerError, type ApiError, type SkeinClient, type SkeinClientOptions } from '../../client/index.ts'
import { Interrupted } from './command.ts'

export type ApiClientOptions = Omit<SkeinClientOptions, 'baseUrl' | 'apiKey'> & {
  /** The service's address without `/api/v1`. */
  url: string
  key: string
}

export function openApiClient({ url, key, ...options }: ApiClientOptions): SkeinClient {
  return createSkeinClient({ baseUrl: url, apiKey: key, ...options })
}

/** Runs calls whose failures are told in sentences for the person at the terminal. */
export async function inSentences<Result>(stop: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (stop.aborted) throw new Interrupted('Interrupted. The same command goes on from here.')
    if (error instanceof NoAnswerError) throw new Error(`${error.message}. The same command goes on from here.`, { cause: error })
    throw error
  }
}

/** What the service said, field by field: `429: Too many open streams.` */
export function answerOf({ status, summary, details }: ApiError): string {
  return [`${status}: ${summary}`, ...details.map(({ field, message }) => `${field} ${message}`)].join('\n')
}
