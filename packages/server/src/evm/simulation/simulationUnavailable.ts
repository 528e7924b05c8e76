/**
 * Why nothing could be executed: `quarantined` input crashed the engine before, `crashed` just did so alone,
 * `state` could not be read from the chain, `engine` could not be started, was stopped, or refused the request.
 */
export type SimulationUnavailableReason = 'quarantined' | 'crashed' | 'state' | 'engine'

/** The transaction could not be executed: its effects are unknown, which is never the same as none. */
export class SimulationUnavailable extends Error {
  readonly reason: SimulationUnavailableReason
  constructor(reason: SimulationUnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SimulationUnavailable'
    this.reason = reason
  }
}
