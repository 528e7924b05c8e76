/** Characters of one value in a kept scan, and values of one call or message. */
const MAX_VALUE = 2_048
const MAX_ROWS = 256

type Row = { name: string; type: string; value: string }
type WithRows = { parameters: readonly Row[] }
type WithArguments = {
  decoded?: (WithRows & { calls?: readonly WithRows[] }) | null
  message?: WithRows | null
}

/**
 * The result of a scan as it is kept: arguments longer than 2,048 characters, and those beyond the first 256, are left out and counted.
 * The request is kept beside it as it came, so that nothing is lost.
 */
export function boundedArguments<Result extends object>(result: Result): Result {
  const { decoded, message } = result as WithArguments
  if (!decoded?.parameters && !message?.parameters) return result
  return {
    ...result,
    ...(decoded && {
      decoded: { ...bounded(decoded), ...(decoded.calls && { calls: decoded.calls.map(bounded) }) },
    }),
    ...(message && { message: bounded(message) }),
  }
}

function bounded<Call extends WithRows>(call: Call): Call {
  const { parameters } = call
  if (parameters.length <= MAX_ROWS && parameters.every(({ value }) => value.length <= MAX_VALUE)) return call
  const shown = parameters.slice(0, MAX_ROWS).map((row) => ({ ...row, value: boundedValue(row.value) }))
  const left = parameters.length - shown.length
  const rest = left === 0 ? [] : [{ ...withoutMeaning(shown.at(-1)), ...LEFT_OUT, value: String(left) }]
  return { ...call, parameters: [...shown, ...rest] }
}

/** The members of a row that say something of its value, as those of a row without: `display`, `label`. */
function withoutMeaning(row: Row | undefined): object {
  return Object.fromEntries(Object.keys(row ?? {}).map((member) => [member, null]))
}

const LEFT_OUT = { name: 'left out', type: 'uint256' }

function boundedValue(value: string): string {
  return value.length <= MAX_VALUE
    ? value
    : `${value.slice(0, MAX_VALUE)}… (${value.length - MAX_VALUE} more characters)`
}
