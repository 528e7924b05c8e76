import { cleanText } from '../../lib/cleanText.ts'

const MAX_LENGTH = 300

/** Why a refresh failed, as one bounded line: messages quote what servers and lists hold, and are shown and kept. */
export function failureText(error: unknown): string {
  return cleanText(reason(error), MAX_LENGTH) || 'It failed without saying why.'
}

/** Connections that fail on several addresses are an AggregateError without words of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(reason))].join('; ')
  }
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}
