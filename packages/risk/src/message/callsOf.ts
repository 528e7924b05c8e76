import type { SignedCall } from '../facts/signedIntent.ts'
import { unpackMultiSend } from './unpackMultiSend.ts'

const DEEPEST = 4
const MAX = 256

/** Returns every call, and the calls inside MultiSend batches, depth first. At most 256: signed data is bounded. */
export function callsOf(calls: readonly SignedCall[], depth = 0): SignedCall[] {
  return calls
    .flatMap((call) => [call, ...(depth < DEEPEST ? callsOf(unpackMultiSend(call.data, MAX), depth + 1) : [])])
    .slice(0, MAX)
}
