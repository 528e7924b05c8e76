import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../../chains/index.ts'
import { patient } from '../../../lib/patience.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import { EVENTS, type Transfer, transfersOf } from '../../decode/emittedLogs.ts'
import { overridesOf, readStateAfter } from '../../decode/readState.ts'
import { namedAddresses } from '../../privileges/assets.ts'
import { argumentPlan } from '../../privileges/calls/argumentPlan.ts'
import { callAs } from '../../rights/takeCalls.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import type { CallOutcome, Simulator, StateOverrides } from '../../simulation/simulator.ts'
import { type BalanceSlot, quoteSlots } from '../../trade/quoteSlots.ts'
import { word } from '../../trade/trader.ts'
import { COIN_NAMES } from '../calls/exitCalls.ts'
import type { Payer } from '../calls/readPayer.ts'

/** A restricted function of a contract, and the accounts that may call it. */
export type Restricted = { payer: Payer; made: ContractFunction; callers: readonly Address[] }

const MAX_RESTRICTED = 4
const MAX_CALLERS = 2
const MAX_WAYS = 4
/** Tokens of the deposit: more are not compared, and nothing is shown then. */
const MAX_OWN = 12
const MAX_FOREIGN = 4
/** Addresses whose balances are read. */
const MAX_NAMED = 64
const LOGS_MS = 1_000
/** Base units that a call names. */
const SOME = 1_000n
const PURSE = 10n ** 20n

type Held = { token: Address; slot: BalanceSlot }
type Try = { of: Restricted; call: Transaction }

/**
 * Of restricted functions that name a token, returns those that pay out a token which has nothing to do with the deposit, and nothing by the same
 * call of any token of the deposit, or of coins: a rescue of what came by mistake. All of these tokens are there when it is called.
 */
export async function foreignRescues(
  sources: { chain: ChainSource; simulator: Simulator },
  { block, simulation, restricted }: { block: PinnedBlock; simulation: Simulation; restricted: readonly Restricted[] },
  signal: AbortSignal,
): Promise<Restricted[]> {
  const asked = restricted.filter(({ made, callers }) => namesAccount(made) && callers.length > 0)
  if (asked.length === 0) return []
  const payers = [...new Set(asked.map(({ payer }) => payer))]
  const contracts = payers.map(({ address }) => address)
  const [own, foreign] = await Promise.all([ownTokens(payers), foreignToken(contracts)])
  if (own === null || foreign === null) return []
  const state = overridesOf(simulation.stateDiff)
  const tries = asked
    .slice(0, MAX_RESTRICTED)
    .flatMap((of) => of.callers.slice(0, MAX_CALLERS).flatMap((caller) => waysOf(of, caller, foreign.token)))
  const accepted = (await outcomesOf(tries)).flatMap((outcome, at) => {
    const one = tries[at]
    return one !== undefined && paysOut(outcome, one.of.payer.address, foreign.token) ? [one] : []
  })
  const shown = [...new Map(accepted.toReversed().map((one) => [one.of, one])).values()]
  const again = shown.flatMap(({ of, call }) =>
    [...own.map(({ token }) => token), ...COIN_NAMES].map((token): Try => {
      return { of, call: { ...call, data: call.data.replaceAll(foreign.token.slice(2), token.slice(2)) as Hex } }
    }),
  )
  const outcomes = await outcomesOf(again)
  const open = new Set(again.flatMap(({ of }, at) => (isIdle(outcomes[at] ?? null) ? [] : [of])))
  return shown.flatMap(({ of }) => (open.has(of) ? [] : [of]))

  function waysOf(of: Restricted, caller: Address, token: Address): Try[] {
    const ways = argumentPlan(of.made, {
      holder: caller,
      caller,
      pool: null,
      others: [],
      contracts: [token],
      amounts: [SOME],
      tokenId: null,
    })
    const named = ways.filter(({ data }) => data.includes(token.slice(2)))
    return named.slice(0, MAX_WAYS).map(({ data }) => ({ of, call: callAs(caller, of.payer.address, data) }))
  }

  async function outcomesOf(all: readonly Try[]): Promise<(CallOutcome | null)[]> {
    if (all.length === 0) return []
    const sequences = all.map(({ of: { payer }, call }) => {
      const contract = payer.address
      const stateOverrides: StateOverrides = { ...state }
      for (const { token, slot, amount } of heldBy(contract)) {
        const before = stateOverrides[token]
        stateOverrides[token] = { ...before, storage: { ...before?.storage, [slot(contract)]: amount } }
      }
      stateOverrides[call.from] = { ...stateOverrides[call.from], balance: PURSE }
      return { blocks: [{ calls: [call] }], stateOverrides }
    })
    const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return outcomes.map((one) => one?.[0] ?? null)
  }

  function heldBy(contract: Address): (Held & { amount: Hex })[] {
    const missing = (own ?? []).filter(({ holders }) => !holders.has(contract))
    return [...missing, ...(foreign === null ? [] : [foreign])].map((one) => {
      return { ...one, amount: `0x${SOME.toString(16).padStart(64, '0')}` }
    })
  }

  /**
   * Tokens that the deposit touched, and those that the contracts have, with the contracts that have some of each; null: they are not all known, or
   * cannot all be given to a contract.
   */
  async function ownTokens(payers: readonly Payer[]): Promise<(Held & { holders: Set<Address> })[] | null> {
    const of = payers.map(({ address }) => address)
    const touched = new Set([...of, ...(Object.keys(simulation.stateDiff) as Address[])])
    const others = await Promise.all(payers.map(otherTokens))
    if (others.includes(null)) return null
    const all = [...new Set([...touched, ...others.flatMap((one) => one ?? [])])]
    const held = await holdings(all, of)
    const tokens = all.flatMap((token, at) => {
      const sums = held[at] ?? []
      // Shares of the contract itself that it does not have are its holders’.
      const isPassed = touched.has(token) && !of.includes(token) && sums.some((one) => one !== null)
      const isOwn = isPassed || sums.some((one) => (one ?? 0n) > 0n)
      return isOwn ? [{ token, held: sums }] : []
    })
    if (tokens.length > MAX_OWN) return null
    const found = await Promise.all(
      tokens.map(async ({ token, held }) => {
        const holders = new Set(of.filter((_, at) => (held[at] ?? 0n) >= SOME))
        if (holders.size === of.length) return { token, slot: unused, holders }
        const slot = await quoteSlots(sources, { block, token }, signal)
        return slot === null ? null : { token, slot, holders }
      }),
    )
    return found.includes(null) ? null : found.filter((one) => one !== null)
  }

  /** Tokens that the contract names, and those that were ever sent to it; null: the logs cannot be read. */
  async function otherTokens({ address, bytecode }: Payer): Promise<Address[] | null> {
    const { chain } = sources
    const topics: (Hex | null)[] = [EVENTS.Transfer, null, `0x${word(address)}`]
    const within = AbortSignal.any([signal, AbortSignal.timeout(patient(LOGS_MS))])
    const [named, logs] = await Promise.all([
      namedAddresses({ chain, block, address, bytecode, signal }),
      chain.logs({ topics, fromBlock: 0n, toBlock: block.number, pin: block }, within).catch(() => {
        signal.throwIfAborted()
        return null
      }),
    ])
    const all = new Set([...named, ...(logs ?? []).map((log) => log.address)])
    return logs === null || all.size > MAX_NAMED ? null : [...all]
  }

  /** What each of the contracts has of each token; null: it gives no answer. */
  async function holdings(tokens: readonly Address[], of: readonly Address[]): Promise<(bigint | null)[][]> {
    const reads = tokens.flatMap((token) => of.map((who) => ({ to: token, data: callData('balanceOf', who) })))
    const answers = await readStateAfter(sources.simulator, block, simulation)(reads, signal)
    return tokens.map((_, at) => of.map((_, index) => wordAt(answers[at * of.length + index] ?? null)))
  }

  /** A token of the network that neither the deposit nor these contracts have to do with. */
  async function foreignToken(of: readonly Address[]): Promise<Held | null> {
    const { quoteTokens, tokens } = NETWORKS[block.chain]
    const known = [...quoteTokens, ...tokens].map(({ address }) => address.toLowerCase() as Address)
    const free = [...new Set(known)].filter((one) => simulation.stateDiff[one] === undefined).slice(0, MAX_FOREIGN)
    const held = await holdings(free, of)
    for (const [at, token] of free.entries()) {
      if (held[at]?.every((one) => one === 0n) !== true) continue
      const slot = await quoteSlots(sources, { block, token }, signal)
      if (slot !== null) return { token, slot }
    }
    return null
  }
}

const unused: BalanceSlot = () => '0x'

function namesAccount({ signature, arguments: recovered }: ContractFunction): boolean {
  return /\baddress\b/.test(signature ?? recovered)
}

function paysOut(outcome: CallOutcome | null, contract: Address, token: Address): boolean {
  const moves = outcome?.success === true ? tokenMoves(outcome) : []
  return moves.some((one) => one.token === token && one.from === contract && one.amount > 0n)
}

/** Whether the call was executed, and nothing moved by it. */
function isIdle(outcome: CallOutcome | null): boolean {
  if (outcome === null) return false
  const isPaid = tokenMoves(outcome).some(({ amount }) => amount > 0n) || outcome.logs.some(isCoin)
  return !outcome.success || !isPaid
}

function tokenMoves({ logs }: CallOutcome): Transfer[] {
  return transfersOf(logs.filter((log) => !isCoin(log)).map((log) => ({ ...log, selector: '0x' as const })))
}

function isCoin({ address, data }: CallOutcome['logs'][number]): boolean {
  return address === NATIVE && BigInt(data) > 0n
}
