/** One line that says what went wrong; failed connections are AggregateErrors whose own message is empty. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(describeError))].join('; ')
  }
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}
