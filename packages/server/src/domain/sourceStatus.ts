import type { Environment } from './environment.ts'

/** What scans ask besides RPC endpoints and lists. */
export const SOURCE_KINDS = [
  'explorer',
  'dns',
  'certificates',
  'pages',
  'registration',
  'browser',
  'language-model',
] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** How one source fares, counted since the process began. Times are Unix milliseconds. */
export type SourceStatus = {
  environment: Environment
  kind: SourceKind
  /** Null: no one host, such as the sites that are scanned. */
  host: string | null
  asked: number
  failed: number
  /** Failures since the last answer; 0: healthy, or not asked yet. */
  failuresInARow: number
  /** What an answer usually takes; null: there was none. */
  latencyMs: number | null
  lastAnswerAt: number | null
  lastFailureAt: number | null
  /** What went wrong last; null: nothing yet. */
  lastFailure: string | null
}
