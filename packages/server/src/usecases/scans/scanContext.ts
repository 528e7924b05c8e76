/** Who asks for a scan, and until when the answer is waited for. No account: the service itself asks, in the background. */
export type ScanContext = { environment: 'live' | 'test'; accountId?: string; signal: AbortSignal }

/** Whose scan it is: what one account's inputs do to the engine is kept from every other account. */
export type ScanOwner = Pick<ScanContext, 'environment' | 'accountId'>
