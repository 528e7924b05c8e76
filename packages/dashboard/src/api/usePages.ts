import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { answeredTo } from './client.ts'

export type Pages<Row> = {
  rows: readonly Row[] | undefined
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  more: () => void
  again: () => void
}

/** A list that the service answers page by page, by cursor. */
export function usePages<Answer extends { nextCursor: string | null }, Row>(
  key: readonly unknown[],
  ask: (cursor: string | null, call: { signal: AbortSignal }) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: [answeredTo(), 'pages', ...key],
    queryFn: ({ pageParam, signal }) => ask(pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const { refetch } = query
  return {
    rows: query.data?.pages.flatMap((page) => [...rowsOf(page)]),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: useCallback(() => void refetch(), [refetch]),
  }
}
