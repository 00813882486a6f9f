/** Opens the client with which commands call the public API. Integrators use the same client. */
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

/** Runs API calls and turns their failures into messages for the operator. */
export async function withReadableErrors<Result>(stop: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (stop.aborted) throw new Interrupted('Interrupted. Run the same command again to continue.')
    if (error instanceof NoAnswerError) throw new Error(`${error.message}. Run the same command again to continue.`, { cause: error })
    throw error
  }
}

/** Formats the service's error field by field: `429: Too many open streams.` */
export function formatError({ status, summary, details }: ApiError): string {
  return [`${status}: ${summary}`, ...details.map(({ field, message }) => `${field} ${message}`)].join('\n')
}
