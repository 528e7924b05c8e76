/** A request to the service; with a body it is posted. */
export type WarningRequest = { path: string; body?: object }

/**
 * A subject of the sandbox whose scan names each of the findings, and an honest one whose scan names none of them. `before`: requests that
 * the account made earlier.
 */
export type WarningRow = {
  ids: readonly string[]
  subject: WarningRequest
  twin: WarningRequest
  before?: readonly WarningRequest[]
}

/** Busy machines need longer than a person waits. */
export const WARNING_DEADLINE_MS = 30_000
