import type { Hex } from '@redoubt/risk/address.ts'
import { patient } from '../../../lib/patience.ts'
import { word } from '../../trade/trader.ts'
import { CALLER_OF_FUNCTIONS } from '../holders/candidate.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { type Claim, fundsOf } from './claims.ts'

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const LOGS_MS = 1_000

/**
 * Whether the contract works with an asset (null: native coin): its own calls take it in, or its getters, code or storage name the token; coins that
 * it has, too, where any account may pay it by a function of that purpose. Anything else can only be here by mistake.
 */
export function isOwnAsset(
  { fixture, bytecode }: Pick<PrivilegesContext, 'fixture' | 'bytecode'>,
  asset: number | null,
  claims: readonly Claim[],
): boolean {
  if (claims.some((one) => one.asset === asset && one.kept)) return true
  if (asset !== null) return fixture.assets[asset]?.named === true
  const isPaid = bytecode.functions.some(({ mutability, gated }) => mutability === 'payable' && !gated)
  return isPaid && !bytecode.takesAnyPayment && fixture.nativeHeld > 0n
}

/**
 * Whether a caller that is known for nothing but earlier calls takes out no more than it paid in: a user with its own deposit, no owner.
 * False where the logs cannot be read.
 */
export async function takesItsOwn(
  { chain, block, fixture, address, signal }: PrivilegesContext,
  { tried, before, after }: ObservedCall,
  asset: number | null,
): Promise<boolean> {
  const { caller } = tried
  const token = asset === null ? null : fixture.assets[asset]?.address
  if (caller.by !== CALLER_OF_FUNCTIONS || after === null || token === undefined) return false
  // What a user paid in coin stands in no log.
  if (token === null) return true
  const taken = fundsOf(before, asset).subject - fundsOf(after, asset).subject
  const topics: Hex[] = [TRANSFER, `0x${word(caller.address)}`, `0x${word(address)}`]
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
  const logs = await chain
    .logs({ address: [token], topics, fromBlock: 0n, toBlock: block.number, pin: block }, within)
    .catch(() => {
      signal.throwIfAborted()
      return null
    })
  const paid = (logs ?? []).reduce((sum, { data }) => sum + (data.length >= 66 ? BigInt(data.slice(0, 66)) : 0n), 0n)
  return paid > 0n && paid >= taken
}
