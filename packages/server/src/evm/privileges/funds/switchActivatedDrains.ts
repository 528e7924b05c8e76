import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { addressAt } from '../../decode/callData.ts'
import { argumentPlan, type PlannedCall } from '../calls/argumentPlan.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import type { Target } from '../holders/targets.ts'
import { observeCall, readObservation } from '../observation.ts'
import { limitWithinBudget, privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'

/** Limits of pairs of a switch and a function behind it, and of ways to throw one switch. */
const MAX_PAIRS = 24
const MAX_WAYS = 2
const GAS = 1_000_000n
/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Pair = { armed: AcceptedCall; trap: ContractFunction; way: PlannedCall }

/**
 * Finds functions that take everything their caller approved once a privileged account has thrown a switch: armed late, they do
 * nothing to an earlier inspection. They name no amount and give nothing in return, and the tokens go to an EOA or to the account
 * that threw the switch.
 */
export async function switchActivatedDrains(
  context: PrivilegesContext,
  subject: Target,
  tried: readonly AcceptedCall[],
): Promise<Capability[]> {
  const { fixture, address, trade, bytecode } = context
  if (trade !== null || bytecode.standard !== null || fixture.assets.length === 0) return []
  const pairs = limitWithinBudget(context, pairsOf(context, subject, tried), {
    max: MAX_PAIRS,
    what: 'calls behind a switch',
  })
  const attempts = pairs.map(({ armed, way }): Attempt => {
    const look = observeCall({ subject: address, caller: armed.caller.address, fixture })
    const call: Transaction = { from: fixture.holder, to: address, value: 0n, data: way.data, gas: GAS }
    return { calls: [...(armed.first ? [armed.first.call] : []), armed.call, look, call, look] }
  })
  const outcomes = await execute(context, attempts, 'calls behind a switch')
  const found = await Promise.all(
    pairs.map(async ({ armed, trap, way }, index): Promise<Capability[]> => {
      const [look, call, after] = outcomes[index]?.slice(-3) ?? []
      const [before, later] = [readObservation(fixture, look), readObservation(fixture, after)]
      if (!call?.success || before === null || later === null) return []
      const emptied = fixture.assets.filter((_, at) => {
        const [had, has] = [before.assets[at]?.holder ?? 0n, later.assets[at]?.holder ?? 0n]
        return had > 0n && has * 10n < had
      })
      // Vault shares are a return.
      if (emptied.length === 0 || (later.held.holder ?? 0n) > (before.held.holder ?? 0n)) return []
      const takers = call.logs.flatMap(({ address: token, topics }) => {
        const isLoss = topics[0] === TRANSFER && addressAt(topics[1] ?? null) === fixture.holder
        const taker = addressAt(topics[2] ?? null)
        return isLoss && taker !== null && emptied.some((asset) => asset.address === token) ? [taker] : []
      })
      if (!(await isTakenByWallet(context, takers, armed.caller.address))) return []
      const named = trap.signature ?? `${trap.selector}(${way.args.join(', ')})`
      const shown = `whoever approved it and calls ${named} after that has nothing left, and got nothing for it`
      return [{ kind: 'pull-approved-tokens', call: privilegedCall(context, armed), state: 'effective', shown }]
    }),
  )
  return found.flat()
}

/** Returns each privileged call that writes storage which an open function reads. */
function pairsOf(context: PrivilegesContext, { functions }: Target, tried: readonly AcceptedCall[]): Pair[] {
  const { fixture } = context
  const { holder, assets } = fixture
  const stranger = strangerOf(context)
  const values = {
    holder,
    caller: holder,
    pool: null,
    others: [],
    amounts: [],
    tokenId: null,
    contracts: assets.map(({ address }) => address),
  }
  const traps = functions.filter(
    ({ gated, mutability, arguments: list }) =>
      !gated && mutability !== 'view' && mutability !== 'pure' && namesNoAmount(list),
  )
  const switches = Map.groupBy(
    tried.filter(({ caller, made }) => caller !== stranger && made.writes.length > 0),
    ({ made, caller }) => `${made.selector} ${caller.address}`,
  )
  return [...switches.values()].flatMap((ways) =>
    ways.slice(0, MAX_WAYS).flatMap((armed) =>
      traps
        .filter(({ selector, reads }) => {
          return selector !== armed.made.selector && reads.some((slot) => armed.made.writes.includes(slot))
        })
        .flatMap((trap) =>
          argumentPlan(trap, values)
            .slice(0, 1)
            .map((way) => ({ armed, trap, way })),
        ),
    ),
  )
}

/** Whether a function names no amount: a caller that names one agrees to it. */
function namesNoAmount(list: string): boolean {
  return /^((address|bool|bytes32)(,|$)){0,3}$/.test(list)
}

/** Whether an EOA has the tokens; tokens in a contract may be kept for their payer. */
async function isTakenByWallet(
  { chain, block, signal }: PrivilegesContext,
  takers: readonly Address[],
  privileged: Address,
): Promise<boolean> {
  if (takers.includes(privileged)) return true
  const codes = await Promise.all(takers.slice(0, 4).map((taker) => chain.code(block, taker, signal)))
  return codes.includes('0x')
}
