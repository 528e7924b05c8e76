import type { DecodedCall } from '../facts/decodedCall.ts'

/** The call and every nested one, depth first: the order in which they run. */
export function deriveDecodedSteps(call: DecodedCall): DecodedCall[] {
  return [call, ...call.calls.flatMap(deriveDecodedSteps)]
}
