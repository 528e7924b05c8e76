import type { WalletRequest } from '@redoubt/risk/facts/browsing.ts'
import type { SeenRequest } from './sightings.ts'
import type { WalletPort } from './walletPort.ts'

/** Judges requests while the page goes on. */
export type Scanner = {
  add(request: SeenRequest): void
  /** All that were added, in order. Never rejects: what could not be judged says why. @throws the reason of the signal. */
  all(): Promise<WalletRequest[]>
}

/** Each is a scan with executions of its own. */
const MAX_SCANNED = 20
const AT_ONCE = 2

export function createScanner({ scan }: Pick<WalletPort, 'scan'>, signal: AbortSignal): Scanner {
  const judged: Promise<WalletRequest>[] = []
  const judge = async (
    { origin, ...request }: SeenRequest,
    after: Promise<unknown> | undefined,
  ): Promise<WalletRequest> => {
    if (request.failure !== null) return { ...request, scan: null }
    if (judged.length >= MAX_SCANNED) return { ...request, scan: null, failure: NOT_SCANNED }
    await after
    const { method, chain } = request
    try {
      return { ...request, scan: await scan({ method, chain, params: JSON.parse(request.params), origin }, signal) }
    } catch (error) {
      return { ...request, scan: null, failure: `It could not be scanned: ${words(error)}` }
    }
  }
  return {
    add: (request) => void judged.push(judge(request, judged.at(-AT_ONCE))),
    async all() {
      const all = await Promise.all(judged)
      signal.throwIfAborted()
      return all
    },
  }
}

const NOT_SCANNED = `More than ${MAX_SCANNED} requests were made; this one was not scanned.`

/** Names of our own errors, which are written for readers. */
const READABLE: ReadonlySet<unknown> = new Set(['ApiError', 'InvalidInput', 'NetworkUnavailable'])

/** Returns the message of an error of ours; another may hold anything. */
function words(error: unknown): string {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown }
  return READABLE.has(name) ? String(message).slice(0, 300) : 'the scan failed.'
}
