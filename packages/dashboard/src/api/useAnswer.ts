import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { answeredTo } from './client.ts'

type Options<Data> = {
  enabled?: boolean
  staleMs?: number
  /** Milliseconds between two questions, by the last answer where that decides. */
  everyMs?: number | ((data: Data | undefined) => number | undefined)
}

/**
 * What the service answers, kept under `key` for the environment of the page. The client repeats failed requests by itself.
 * @param staleMs how long a kept answer is shown without asking again.
 */
export function useAnswer<Data>(
  key: readonly unknown[],
  ask: (call: { signal: AbortSignal }) => Promise<Data>,
  { enabled = true, staleMs = 30_000, everyMs }: Options<Data> = {},
): UseQueryResult<Data, Error> {
  return useQuery<Data, Error>({
    queryKey: [answeredTo(), ...key],
    queryFn: ({ signal }) => ask({ signal }),
    enabled,
    staleTime: staleMs,
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data) : everyMs) ?? false,
  })
}
