/**
 * Why an outbound request gave no complete answer. `blocked`: our own rule forbids the address, port or scheme; `aborted`: the
 * caller's own doing; `bad-answer`: no HTTP, or more than 16 KB of headers; `bad-encoding`: a content coding that is unknown,
 * nested or broken; the others say where the remote failed.
 */
export type EgressFailure =
  | 'blocked'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'bad-encoding'
  | 'bad-answer'
  | 'too-many-redirects'
  | 'aborted'

/**
 * An outbound request that produced no complete answer. The message names the host, what happened and, where there is one, the
 * remedy; never the path, the query or credentials, which may be keys.
 */
export class EgressError extends Error {
  readonly failure: EgressFailure
  constructor(failure: EgressFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EgressError'
    this.failure = failure
  }
}
