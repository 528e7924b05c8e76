import { cleanText } from '../../../lib/cleanText.ts'

const MAX_POINTS = 200
/** The engine's own names for what people meet. */
const SENTENCES: readonly [RegExp, string][] = [
  [
    /CallGasCostMoreThanGasLimit|GasFloorMoreThanGasLimit|intrinsic gas|gas floor/i,
    'The gas limit is below the intrinsic cost of the transaction',
  ],
  [/initcode size/i, 'The creation code is larger than a transaction may carry (EIP-3860)'],
  [/StartingWithEF/i, 'The created contract would start with the reserved byte 0xEF (EIP-3541)'],
  [/CreateContractSizeLimit/i, 'The created contract would be larger than the 24 KiB allowed (EIP-170)'],
  [/insufficient funds|OverflowPayment|lack of funds/i, 'insufficient funds for value and fees'],
]

/** Returns the engine's reason for a refusal or halt, for people: a sentence where we have one, else its text cleaned. */
export function engineReason(text: string): string {
  const known = SENTENCES.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  // A bare name of the engine's: `OpcodeNotFound`.
  const words = /^[A-Za-z]+$/.test(text) ? text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() : text
  return cleanText(words, MAX_POINTS)
}
