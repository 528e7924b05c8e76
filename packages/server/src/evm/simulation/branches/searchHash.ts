import { concatHex, keccak256, numberToHex } from 'viem/utils'
import { compute } from '../../bytecode/analysis/compute.ts'
import { constant, type Value } from '../../bytecode/analysis/value.ts'
import { type Leaf, leafOf, leavesOf } from './leaf.ts'
import type { Candidate } from './solveCondition.ts'

const GWEI = 10n ** 9n
const MAX_GWEI = 1_000
/** Values found for one condition. */
const MAX_FOUND = 2
const MAX_DEPTH = 24

const upTo = (count: number, step: bigint) => Array.from({ length: count + 1 }, (_, at) => BigInt(at) * step)
const FEES = upTo(MAX_GWEI, GWEI)
/** Round values that a block may well have, by what a hash is made from. */
const DOMAINS: Partial<Record<Leaf, readonly bigint[]>> = {
  BASEFEE: FEES,
  GASPRICE: FEES,
  BLOBBASEFEE: FEES,
  GASLIMIT: upTo(400, 500_000n).slice(1),
}
const searched = new WeakMap<Value, Candidate[]>()

/**
 * The round values at which a condition on a hash changes sides, by computing it for each: a hash has no way back, and code that
 * hides a fee or a limit behind one can name few of them. Nothing where many change it, or where it depends on more.
 */
export function searchHash(condition: Value): Candidate[] {
  const known = searched.get(condition)
  if (known !== undefined) return known
  const found = search(condition)
  searched.set(condition, found)
  return found
}

function search(condition: Value): Candidate[] {
  const [leaf, ...others] = leavesOf(condition)
  const domain = leaf === undefined ? undefined : DOMAINS[leaf]
  if (leaf === undefined || domain === undefined || others.length > 0 || !hashes(condition)) return []
  const sides: [bigint[], bigint[]] = [[], []]
  for (const value of domain) {
    const result = evaluate(condition, value)
    if (result === null) return []
    sides[result === 0n ? 0 : 1].push(value)
  }
  const rare = sides[0].length < sides[1].length ? sides[0] : sides[1]
  if (rare.length > MAX_FOUND) return []
  return rare.map((value) => ({ leaf, value, exact: true }))
}

function hashes({ op, args }: Value): boolean {
  return op === 'KECCAK' || args.some(hashes)
}

/** Null where it depends on more than the leaf. */
function evaluate(value: Value, leaf: bigint, depth = 0): bigint | null {
  if (value.constant !== null) return value.constant
  if (leafOf(value) !== null) return leaf
  if (depth > MAX_DEPTH || value.args.length === 0) return null
  const args: bigint[] = []
  for (const arg of value.args) {
    const result = evaluate(arg, leaf, depth + 1)
    if (result === null) return null
    args.push(result)
  }
  if (value.op === 'KECCAK') return BigInt(keccak256(concatHex(args.map((arg) => numberToHex(arg, { size: 32 })))))
  return compute(
    value.op,
    args.map((arg) => constant(arg)),
  ).constant
}
