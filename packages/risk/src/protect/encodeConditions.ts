import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Hex } from '../address.ts'
import { CONDITION_KINDS, type Condition, type Reading } from './condition.ts'

const ABI = parseAbi([
  'struct Condition { uint8 kind; address target; address account; address other; uint256 id; uint256 min; uint256 max; }',
  'function check(Condition[] conditions) view',
  'function measure(Condition[] conditions) view returns (bool[] readable, uint256[] measured)',
  'error NoConditions()',
  'error InvertedBounds(uint256 index)',
  'error NotReadable(string what, uint256 index, address target)',
  'error OutsideBounds(string what, uint256 index, address target, address account, uint256 measured, uint256 min, uint256 max)',
])

/** ABI of contracts/OutcomeAssertion.sol. */
export const ASSERTION_ABI = ABI

/**
 * Returns the call data of the assertion.
 * @throws Error without conditions, and for one that is inverted.
 */
export function encodeCheck(conditions: readonly Condition[]): Hex {
  if (conditions.length === 0) throw new Error('an assertion needs a condition')
  if (conditions.some(({ min, max }) => min > max)) throw new Error('a condition is inverted')
  return encodeFunctionData({ abi: ABI, functionName: 'check', args: [conditions.map(wordsOf)] })
}

/** Returns call data that measures the readings. */
export function encodeMeasure(readings: readonly Reading[]): Hex {
  const conditions = readings.map((one) => wordsOf({ ...one, min: 0n, max: 0n }))
  return encodeFunctionData({ abi: ABI, functionName: 'measure', args: [conditions] })
}

/** Returns the measured values in order, null for one that cannot be read; null for an answer of another shape. */
export function decodeMeasured(answer: Hex | null, count: number): (bigint | null)[] | null {
  if (answer === null) return null
  try {
    const [readable, measured] = decodeFunctionResult({ abi: ABI, functionName: 'measure', data: answer })
    if (readable.length !== count || measured.length !== count) return null
    return measured.map((value, at) => (readable[at] ? value : null))
  } catch {
    return null
  }
}

function wordsOf({ kind, target, account, other, id, min, max }: Reading & Pick<Condition, 'min' | 'max'>) {
  return { kind: CONDITION_KINDS.indexOf(kind), target, account, other, id, min, max }
}
