import { useEffect, useRef } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'

const pollMs = 1_000
const companyKey = ['sample-company'] as const
const noCounts = { threads: 0, users: 0, articles: 0 }
/** Larger than any number of objects, so that no step counts as done before the response arrives. */
const unknownCounts = { threads: Infinity, users: Infinity, articles: Infinity }

/** State of the sample company, and the requests that load and remove it. Opens the inbox again when a job ends. */
export function useSampleCompany() {
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const company = useQuery({
    queryKey: companyKey,
    enabled: whyNot('getSampleCompany') === null,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getSampleCompany({ signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isBusy(data.state) ? pollMs : false),
  })
  const { state, jobId } = company.data ?? { state: undefined, jobId: null }
  const counts = company.data?.counts ?? (company.isLoading ? unknownCounts : noCounts)
  const isRunning = state !== undefined && isBusy(state)
  const job = useQuery({
    queryKey: ['job', jobId],
    enabled: isRunning && jobId !== null,
    refetchInterval: isRunning ? pollMs : false,
    queryFn: async ({ signal }) => (await skein.getJob({ path: { id: jobId ?? '' }, signal })).data,
  })
  const wasRunning = useRef(false)
  useEffect(() => {
    // The threads of the sample company have no events, so the cache is outdated until the page reloads.
    if (wasRunning.current && state !== undefined && !isRunning) location.assign('/inbox/all')
    wasRunning.current = isRunning
  }, [isRunning, state])
  const refresh = (): void => void queries.invalidateQueries({ queryKey: companyKey })
  const load = useMutation({
    mutationFn: async () => (await skein.loadSampleCompany({ idempotencyKey: newIdempotencyKey() })).data,
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: async () => (await skein.removeSampleCompany({ idempotencyKey: newIdempotencyKey() })).data,
    onSettled: refresh,
  })
  const hasStopped = isRunning && job.data?.state === 'FAILED'
  return { state, counts, isRunning, job: job.data, hasStopped, load, remove, error: company.error ?? load.error ?? remove.error }
}

function isBusy(state: string): boolean {
  return state === 'LOADING' || state === 'REMOVING'
}
