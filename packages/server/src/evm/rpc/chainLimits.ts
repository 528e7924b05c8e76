/** Bounds of one network's RPC traffic. Times in milliseconds, sizes in bytes. */
export type ChainLimits = {
  /** One attempt at one endpoint for a plain read. */
  attemptTimeoutMs: number
  /** One attempt for logs. */
  slowAttemptTimeoutMs: number
  /** The upstream request by which a transaction's state is discovered ahead of its execution. */
  discoveryTimeoutMs: number
  /** Requests per JSON-RPC batch. */
  maxBatch: number
  /** Of them, questions to strangers' contracts: what one of these delays is shared by few. */
  maxStrangers: number
  /** Mined transactions of one batch: each may hold 128 KB of call data. */
  maxTransactions: number
  /** At least the receipt of a transaction that writes nothing but logs. */
  maxAnswerBytes: number
  /** How long a head is shared before it is read again. */
  headReuseMs: number
  cacheBytes: number
  /** Logs kept of ranges that end at a pinned block. */
  cachedLogs: number
  /** Requests for logs at once. */
  logRequests: number
  /** A whole read of logs that several callers may share, however many requests it takes. */
  logsTimeoutMs: number
  /** First back-off of a failing endpoint; doubles to `maxBackOffMs`, with jitter. */
  backOffMs: number
  maxBackOffMs: number
}

export const CHAIN_LIMITS: ChainLimits = {
  attemptTimeoutMs: 1_200,
  slowAttemptTimeoutMs: 4_000,
  discoveryTimeoutMs: 1_000,
  maxBatch: 100,
  maxStrangers: 8,
  maxTransactions: 25,
  maxAnswerBytes: 20 * 1024 * 1024,
  headReuseMs: 1_000,
  cacheBytes: 64 * 1024 * 1024,
  cachedLogs: 20_000,
  logRequests: 12,
  logsTimeoutMs: 30_000,
  backOffMs: 250,
  maxBackOffMs: 30_000,
}
