import type { Address, Hex } from '@redoubt/risk/address.ts'
import { patient } from '../../../lib/patience.ts'
import { addressAt } from '../../decode/callData.ts'
import { word } from '../../trade/trader.ts'
import { cloneArguments } from '../holders/codeAddresses.ts'
import type { Target } from '../holders/targets.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import { fundsOf } from './claims.ts'

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const LOGS_MS = 1_000
/** Percent of what the contract holds below which a call pays a fee. */
const FEE_PERCENT = 50n

/**
 * Tells for each call of a privileged account, by its asset, which account of the contract paid that asset in: an escrow names its parties, and
 * the call pays their money to an account of the caller’s choice. Null: it does not, or the contract’s own owner funded it.
 */
export async function takenFromParties(
  context: PrivilegesContext,
  subject: Target,
  calls: readonly { drain: ObservedCall; asset: number | null }[],
): Promise<(Address | null)[]> {
  const { chain, block, address, fixture, signal } = context
  const told = cloneArguments(await chain.code(block, address, signal))
  const known = subject.candidates.filter(({ role, by }) => role !== 'owner' && by !== 'the creator')
  const parties = new Set([...told, ...known.map((one) => one.address)])
  const payers = new Map<number, Promise<readonly Address[]>>()
  return Promise.all(
    calls.map(async ({ drain, asset }) => {
      const { caller } = drain.tried
      if (asset === null || parties.size === 0 || caller === strangerOf(context) || !takesMost(drain, asset))
        return null
      const known = payers.get(asset) ?? paidBy(asset)
      payers.set(asset, known)
      return (await known).find((one) => parties.has(one) && one !== caller.address) ?? null
    }),
  )

  /** Accounts whose payments the token logged; none where the node has no log. */
  async function paidBy(asset: number): Promise<readonly Address[]> {
    const token = fixture.assets[asset]
    if (token === undefined || token.held === 0n) return []
    const topics: (Hex | null)[] = [TRANSFER, null, `0x${word(address)}`]
    const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
    const range = { fromBlock: 0n, toBlock: block.number, pin: block }
    const logs = await chain.logs({ address: [token.address], topics, ...range }, within).catch(() => {
      signal.throwIfAborted()
      return []
    })
    return [...new Set(logs.flatMap(({ topics: [, from] }) => addressAt(from ?? null) ?? []))]
  }
}

/** Whether the caller, or an account that the call names, gets most of what the contract has of it. */
function takesMost({ before, after }: ObservedCall, asset: number): boolean {
  if (after === null) return false
  const held = fundsOf(before, asset).subject
  const [was, is] = [before.assets[asset], after.assets[asset]]
  if (was === undefined || is === undefined) return false
  const gained = (['caller', 'holder', 'recipient'] as const).reduce((most, who) => {
    const more = (is[who] ?? 0n) - (was[who] ?? 0n)
    return more > most ? more : most
  }, 0n)
  return held > 0n && gained * 100n >= held * FEE_PERCENT
}
