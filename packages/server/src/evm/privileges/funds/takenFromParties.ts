import type { Address, Hex } from '@redoubt/risk/address.ts'
import { patient } from '../../../lib/patience.ts'
import { addressAt } from '../../decode/callData.ts'
import { word } from '../../trade/trader.ts'
import { execute } from '../execute.ts'
import { cloneArguments } from '../holders/codeAddresses.ts'
import type { Target } from '../holders/targets.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import { fundsOf } from './claims.ts'

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Begins the code of a key’s account with a delegate (EIP-7702). */
const DELEGATION = '0xef0100'
/** Calls whose payments are looked at again. */
const MAX_PAYING = 8
const LOGS_MS = 1_000
/** Percent of what the contract holds below which a call pays a fee. */
const FEE_PERCENT = 50n

/**
 * Tells for each call of a privileged account, by its asset, which account of the contract paid that asset in: an escrow names its parties, and
 * the call pays their money to an account of the caller’s choice. Null: it does not, or who funded it has no claim to it. A party is a key that
 * a clone has among its arguments, or that another call of the contract pays; one that runs the contract, as who funds rewards does, is none.
 */
export async function takenFromParties(
  context: PrivilegesContext,
  { subject, observedCalls }: { subject: Target; observedCalls: readonly ObservedCall[] },
  calls: readonly { drain: ObservedCall; asset: number | null }[],
): Promise<(Address | null)[]> {
  const { chain, block, address, fixture, signal } = context
  const told = cloneArguments(await chain.code(block, address, signal))
  const known = subject.candidates.filter(({ role, by }) => role !== 'owner' && by !== 'the creator')
  const parties = new Set([...told, ...known.map((one) => one.address)])
  const entitled = new Map<string, Promise<boolean>>()
  const payers = new Map<number, Promise<readonly Address[]>>()
  return Promise.all(
    calls.map(async ({ drain, asset }) => {
      const { caller } = drain.tried
      if (asset === null || parties.size === 0 || caller === strangerOf(context) || !takesMost(drain, asset))
        return null
      const known = payers.get(asset) ?? paidBy(asset)
      payers.set(asset, known)
      for (const one of await known)
        if (parties.has(one) && one !== caller.address && (await isEntitled(one, asset, drain))) return one
      return null
    }),
  )

  async function isEntitled(party: Address, asset: number, drain: ObservedCall): Promise<boolean> {
    const code = await chain.code(block, party, signal)
    if (code !== '0x' && !code.startsWith(DELEGATION)) return false
    if (told.includes(party)) return true
    const { selector } = drain.tried.made
    const key = `${party} ${asset} ${selector}`
    const asked = entitled.get(key) ?? isPaid(party, asset, selector)
    entitled.set(key, asked)
    return asked
  }

  /** Whether another call than the drain pays the account, which makes no privileged call that pays it nothing. */
  async function isPaid(party: Address, asset: number, drain: Hex): Promise<boolean> {
    const own = observedCalls.filter(({ tried }) => tried.caller.address === party)
    if (own.some((one) => one.tried.made.gated && gainOf(one, asset, 'caller') <= 0n)) return false
    const others = observedCalls.filter(({ tried }) => tried.made.selector !== drain)
    if (others.some((one) => own.includes(one) && gainOf(one, asset, 'caller') > 0n)) return true
    const paying = others.filter((one) => gainOf(one, asset, 'subject') < 0n).slice(0, MAX_PAYING)
    const attempts = paying.map(({ tried }) => ({
      calls: [...(tried.first === undefined ? [] : [tried.first.call]), tried.call],
    }))
    const outcomes = attempts.length === 0 ? [] : await execute(context, attempts, 'withdrawals of deposits')
    const token = fixture.assets[asset]?.address
    return outcomes.some((run) =>
      run
        ?.at(-1)
        ?.logs.some(
          ({ address: at, topics: [topic, from, to] }) =>
            at === token &&
            topic === TRANSFER &&
            addressAt(from ?? null) === address &&
            addressAt(to ?? null) === party,
        ),
    )
  }

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
  const gained = (['caller', 'holder', 'recipient'] as const).reduce((most, who) => {
    const more = gainOf({ before, after }, asset, who)
    return more > most ? more : most
  }, 0n)
  return held > 0n && gained * 100n >= held * FEE_PERCENT
}

function gainOf(
  { before, after }: Pick<ObservedCall, 'before' | 'after'>,
  asset: number,
  who: 'caller' | 'holder' | 'recipient' | 'subject',
): bigint {
  const [was, is] = [before.assets[asset], after?.assets[asset]]
  return was === undefined || is === undefined ? 0n : (is[who] ?? 0n) - (was[who] ?? 0n)
}
