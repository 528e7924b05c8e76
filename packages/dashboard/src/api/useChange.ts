import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

/** A request that changes something. What is shown is asked again once the service has said that it is done. */
export function useChange<Input, Data>(
  change: (input: Input) => Promise<Data>,
  { onDone }: { onDone?: (data: Data, input: Input) => void } = {},
): UseMutationResult<Data, Error, Input> {
  const queries = useQueryClient()
  return useMutation<Data, Error, Input>({
    mutationFn: change,
    onSuccess: async (data, input) => {
      onDone?.(data, input)
      await queries.invalidateQueries({ refetchType: 'active' })
    },
  })
}
