import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { DepositTrial } from '@redoubt/risk/facts/deposit.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { assetsOf } from '../privileges/assets.ts'
import type { PrivilegesSources } from '../privileges/privilegesRequest.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import type { CallOutcome } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { type Entry, type EntryCall, selectorOf } from './entryCall.ts'
import { callOf, depositTrial, fundsOf } from './fundedCalls.ts'
import { pastCalls } from './pastCalls.ts'
import { plannedEntries } from './plannedCalls.ts'
import { repeatedEntry } from './repeatedCalls.ts'
import { strangerTake } from './strangerTake.ts'
import { takesAgain } from './takesAgain.ts'

export type Deposits = {
  trials: DepositTrial[]
  /** Ways in that were not looked at, for their number. */
  cut: number
  /** Functions by which users paid lately, and that refused every repetition. */
  refused: Hex[]
  /** Why past payments, which are repeated first, could not all be read; null: they could. */
  unread: Error | null
}

/** USD of a payment that is no trial, and what is paid where nothing has a price. */
const PAID_USD = 2_500
const UNPRICED = 1_000n
const COIN = 10n ** 18n
/** Limits of executed ways, and of payments that are examined. */
const MAX_WAYS = 60
const MAX_TRIALS = 4
const CHUNK = 20
/** Percent of what a planned call offers below which it takes a fee. */
const TAKEN_PERCENT = 25n

/**
 * Finds out by trying how users pay into a contract: what they did lately is repeated by a new account that was given the funds, and
 * entries of the code without a user are tried.
 * @throws when the engine or the network gives no answer.
 */
export async function gatherDeposits(
  sources: PrivilegesSources,
  {
    block,
    address,
    bytecode,
    proxy,
  }: { block: PinnedBlock; address: Address; bytecode: Bytecode; proxy: ProxyFact | null },
  signal: AbortSignal,
): Promise<Deposits> {
  const { chain } = sources
  const account = freshAccount(block.hash, address, 'depositor')
  const request = { block, address, bytecode, proxy, trade: null, suspects: [], creation: null }
  const [{ calls: past, failure: unread }, assets, coins] = await Promise.all([
    pastCalls(chain, { block, address }, signal),
    assetsOf({ ...sources, ...request, signal }),
    sumOf(null),
  ])
  const known = new Set([
    ...assets.map((one) => one.address),
    ...past.flatMap(({ tokens }) => tokens.map((one) => one.token)),
  ])
  const sums = new Map(await Promise.all([...known].map(async (token) => [token, await sumOf(token)] as const)))
  const amountOf = (token: Address, amount: bigint) => sums.get(token) ?? amount
  const tokens = assets.map(({ address: token }) => ({ token, amount: amountOf(token, UNPRICED * COIN) }))
  const repeated = past.map((call) =>
    repeatedEntry(call, { account, coins: coins ?? COIN, amountOf, now: block.timestamp }),
  )
  const used = new Set(past.map(selectorOf))
  const planned = plannedEntries(bytecode.functions, { address, account, coins: coins ?? COIN, tokens }).filter(
    ({ ways: [way] }) => way !== undefined && !used.has(selectorOf(way)),
  )
  const found = await accepted([...repeated, ...planned])
  const asked = { block, address, coins: coins ?? COIN }
  const trials: DepositTrial[] = []
  for (const one of found.entries.slice(0, MAX_TRIALS)) {
    const trial = await depositTrial(sources, asked, one, signal)
    if (trial === null) continue
    const { functions } = bytecode
    const on = { block, address, functions }
    const taken = await strangerTake(sources.simulator, on, trial, signal)
    const again = await takesAgain(sources.simulator, on, trial, signal)
    trials.push({ ...trial, strangerTake: taken, takesAgain: again })
  }
  const refused = past.map(selectorOf).filter((one) => one !== null && !found.selectors.has(one))
  return {
    trials,
    cut: found.cut + Math.max(found.entries.length - MAX_TRIALS, 0),
    refused: [...new Set(refused)].flatMap((one) => one ?? []),
    unread,
  }

  /** Base units of a payment that matters; null: nothing prices the asset. */
  async function sumOf(asset: Address | null): Promise<bigint | null> {
    const [price, metadata] = await Promise.all([
      usdPrice(chain, { block, asset }, signal).catch(() => nothing(signal)),
      asset === null ? null : tokenMetadata(chain, { block, address: asset }, signal).catch(() => nothing(signal)),
    ])
    const decimals = asset === null ? 18 : (metadata?.decimals ?? null)
    if (price === null || price.usd <= 0 || decimals === null || decimals > 36)
      return decimals === null || asset === null ? null : UNPRICED * 10n ** BigInt(decimals)
    const thousandths = BigInt(Math.max(1, Math.ceil((PAID_USD * 1_000) / price.usd)))
    return (thousandths * 10n ** BigInt(decimals)) / 1_000n
  }

  /** The first way of each entry by which the account pays, in the order of the entries. */
  async function accepted(entries: readonly Entry[]) {
    const ways = entries.flatMap((entry) => entry.ways.map((call) => ({ entry, call })))
    const looked = ways.slice(0, MAX_WAYS)
    const prepared = (
      await Promise.all(
        looked.map(async ({ entry, call }) => {
          const funds = await fundsOf(sources, { block, address, coins: coins ?? COIN }, call, signal)
          return funds === null ? [] : [{ entry, call, funds, repeated: entry.repeated }]
        }),
      )
    ).flat()
    const paying = new Map<Entry, (typeof prepared)[number]>()
    for (let at = 0; at < prepared.length; at += CHUNK) {
      const chunk = prepared.slice(at, at + CHUNK).filter(({ entry }) => !paying.has(entry))
      const sequences = chunk.map(({ call, funds: { overrides, approvals } }) => ({
        stateOverrides: overrides,
        blocks: [{ calls: [...approvals, callOf(address, call)] }],
      }))
      if (sequences.length === 0) continue
      const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
      for (const [index, one] of chunk.entries())
        if (!paying.has(one.entry) && isPaid(one.call, outcomes[index]?.at(-1), one.repeated))
          paying.set(one.entry, one)
    }
    const entered = [...paying.values()]
    return {
      entries: entered,
      selectors: new Set(entered.map(({ call }) => selectorOf(call))),
      cut: ways.length - looked.length,
    }
  }
}

/** Whether the call took of the account what it was to pay: all of what a user paid, or most of what was offered. */
function isPaid({ from, value, tokens }: EntryCall, outcome: CallOutcome | undefined, repeated: boolean): boolean {
  if (outcome?.success !== true) return false
  const least = (offered: bigint) => (repeated ? 1n : (offered * TAKEN_PERCENT) / 100n)
  const logs = outcome.logs.map((log) => ({ ...log, selector: '0x' as const }))
  const moved = transfersOf(logs).filter(
    ({ standard, from: by, to }) => standard === 'erc20' && (by === from || to === from),
  )
  const given = (token: Address) =>
    moved.reduce((sum, one) => (one.token === token ? sum + (one.from === from ? one.amount : -one.amount) : sum), 0n)
  if (value > 0n && given(NATIVE) >= least(value)) return true
  return tokens.some(({ token, amount }) => given(token) >= least(amount))
}

function nothing(signal: AbortSignal): null {
  signal.throwIfAborted()
  return null
}
