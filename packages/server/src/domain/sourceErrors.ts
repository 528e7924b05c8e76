// What a source of facts could not do, in its own words. `apiErrorOf` (errors.ts) gives each its code and status.

/** No endpoint of the network gives a usable answer. */
export class NetworkUnavailable extends Error {
  readonly chain: string
  /** Seconds until another attempt may succeed. */
  readonly retryAfter: number

  constructor(chain: string, retryAfter: number, options?: ErrorOptions) {
    super(`No RPC endpoint of ${chain} answers. Try again in ${retryAfter} s.`, options)
    this.name = 'NetworkUnavailable'
    this.chain = chain
    this.retryAfter = retryAfter
  }
}

/** The network answers, and no endpoint keeps the state that was asked for. Its `name` is the general one. */
export class StateUnavailable extends NetworkUnavailable {
  constructor(chain: string, options?: ErrorOptions) {
    super(chain, 1, options)
  }
}

/** The database cannot be used now: nothing is wrong with the request. */
export class StoreUnavailable extends Error {
  /** `locked`: by another process, or a statement took too long; `full`: its disk is. */
  readonly reason: 'unreachable' | 'locked' | 'full' | 'failing'

  constructor(reason: StoreUnavailable['reason'], options?: ErrorOptions) {
    super(`The database is ${STORE_WORDS[reason]}.`, options)
    this.name = 'StoreUnavailable'
    this.reason = reason
  }
}

const STORE_WORDS = {
  unreachable: 'not reachable',
  locked: 'locked by another process or does not answer in time',
  full: 'full: there is no space left on its disk',
  failing: 'failing to read or write its files',
} as const

/** The sandbox has no folder for its files. */
export class SandboxFolderUnusable extends Error {
  constructor(options?: ErrorOptions) {
    super('The sandbox cannot be built: the folder of the setting CACHE_DIR cannot be written.', options)
    this.name = 'SandboxFolderUnusable'
  }
}

/** Input that a source cannot work with. The message names the member and what it expects instead. */
export class InvalidInput extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'InvalidInput'
  }
}
