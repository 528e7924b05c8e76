import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../../chains/index.ts'
import { packPriceFeeds } from '../../../intel/pack/packPriceFeeds.ts'
import { asRunning, scheduledProxy } from '../../bytecode/proxy/codeSchedule.ts'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import { overridesOf, readStateAfter } from '../../decode/readState.ts'
import type { AcceptedCall } from '../../privileges/calls/tried.ts'
import { makeFixture } from '../../privileges/fixture.ts'
import type { Target } from '../../privileges/holders/targets.ts'
import type { PrivilegesContext } from '../../privileges/privilegesContext.ts'
import type { PrivilegesRequest, PrivilegesSources } from '../../privileges/privilegesRequest.ts'
import { type RefusedFunction, screen } from '../../privileges/screen.ts'
import { AnswerTooLarge } from '../../simulation/engine/engineCall.ts'
import { SimulationUnavailable } from '../../simulation/simulator.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import { createBudget } from '../../trade/tradeContext.ts'
import type { ClaimSources, Walk } from '../runs/claimRuns.ts'
import type { SwitchQuestion } from '../switches/switchQuestion.ts'
import { creationOf } from './creationOf.ts'

const MAX_RUNS = 160
const MAX_ABOUT = 8
/** Above it an id is a hash, and no index. */
const MAX_INDEX = 1n << 48n

/** Contracts whose owners everybody trusts: price feeds and well-known tokens. */
function wellKnown(chain: Chain): Address[] {
  const { priceFeeds, tokens, quoteTokens } = NETWORKS[chain]
  const listed = [...tokens, ...quoteTokens].map(({ address }) => address)
  const feeds = packPriceFeeds(chain).map(({ feed }) => feed)
  return [...Object.values(priceFeeds), ...listed, ...feeds].map((one) => one.toLowerCase() as Address)
}

/** Whether everybody trusts who is in charge of it. */
export function isWellKnown(chain: Chain, address: Address): boolean {
  return wellKnown(chain).includes(address)
}

/** `tried`: calls that went through. `refused`: functions that no caller and no argument opened. */
export type Searched = {
  context: PrivilegesContext
  tried: readonly AcceptedCall[]
  refused: readonly RefusedFunction[]
}

/**
 * Privileged calls that work on the state after the transaction; those that refuse every caller about made-up holders, or do nothing to them,
 * are made about the depositor, too. Null: nothing names an account that may have a privilege.
 */
export async function searchPrivileges(
  { chain, simulator, bytecode, verification }: ClaimSources,
  {
    block,
    account,
    held,
    runs,
    simulation,
    watched,
    takers,
    contract,
    running: later,
    byAnyone,
    paid,
    ids,
    callersOf,
  }: SwitchQuestion,
  signal: AbortSignal,
): Promise<Searched | null> {
  const made = creationOf({ chain, verification }, block, contract, signal)
  // Awaited below, unless another reading fails before.
  made.catch(() => undefined)
  const code = await chain.code(block, contract, signal)
  const resolved = await resolveProxy(chain, { block, address: contract, code }, signal).catch(() => null)
  const proxy =
    later === undefined
      ? await scheduledProxy({ chain, simulator }, { block, address: contract, proxy: resolved }, signal)
      : asRunning(resolved, later)
  const running = proxy?.implementations[0] ?? contract
  const analyse: PrivilegesSources['analyse'] = (address, of, within) =>
    bytecode.analyse({ address, code: of, abi: null }, within)
  const analysed = await analyse(
    running,
    running === contract ? code : await chain.code(block, running, signal),
    signal,
  )
  if (analysed === null) return null
  const tokens = watched.flatMap(({ asset, assetType }) => (asset !== null && assetType === 'erc20' ? [asset] : []))
  const pots = [...new Set([contract, ...takers])]
  const reads = tokens.flatMap((token) => pots.map((pot) => ({ to: token, data: callData('balanceOf', pot) })))
  const [balances, asked] = await Promise.all([
    readStateAfter(simulator, block, simulation)(reads, signal),
    paid.call === null ? [] : askedBy(paid.call, paid.walk),
  ])
  const request: PrivilegesRequest = {
    block,
    address: contract,
    bytecode: analysed,
    proxy,
    trade: null,
    ...(await made),
    state: overridesOf(simulation.stateDiff),
    asked,
    ...(paid.call !== null && { exit: paid.call.data.slice(0, 10) as Hex }),
    ids: [...new Set([...ids.filter((id) => id < MAX_INDEX), 0n])],
    deposited: tokens.map((token, index) => {
      const own = balances.slice(index * pots.length, (index + 1) * pots.length).map((answer) => wordAt(answer) ?? 0n)
      return { token, held: own.find((amount) => amount > 0n) ?? 0n }
    }),
  }
  const own = { chain, simulator, analyse }
  const fresh = (name: string) => freshAccount(block.hash, contract, name)
  const budget = createBudget(MAX_RUNS)
  const { targets, insiders } = await callersOf(own, request, budget, signal)
  const isUnnamed =
    insiders.length === 0 && targets.every(({ candidates, fixed }) => candidates.length + fixed.length === 0)
  if (isUnnamed && byAnyone !== true) return null
  const fixture = await makeFixture({ ...own, ...request, fresh, signal })
  const context: PrivilegesContext = { ...own, ...request, fixture, budget, signal, fresh, insiders }
  const { tried, closed } = await screen(context, targets)
  return { context, tried: [...tried, ...(await aboutDepositor([...closed, ...emptyCalls(tried)]))], refused: closed }

  /** Contracts whose storage the paying call reads, as the walk's last, beside its own and the tokens': a hook, an oracle, a registry. */
  async function askedBy(call: Transaction, walk: Walk | null): Promise<Address[]> {
    const way = upTo(call, walk ?? { blocks: [{ calls: [call] }] })
    const { stateOverrides = {} } = runs.sequenceOf(account, held, way)
    try {
      const read = await simulator.wordsRead({ block, sequence: { stateOverrides, blocks: way.blocks }, signal })
      const known = new Set<Address>([account, contract, running, ...takers, ...tokens, ...wellKnown(chain.chain)])
      return [...(read.at(-1) ?? [])].flatMap(([address, words]) =>
        known.has(address) || words.size === 0 ? [] : [address],
      )
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SimulationUnavailable || error instanceof AnswerTooLarge) return []
      throw error
    }
  }

  async function aboutDepositor(refused: readonly Pick<RefusedFunction, 'target' | 'made'>[]): Promise<AcceptedCall[]> {
    const naming = refused.filter(({ made }) => /\baddress\b/.test(made.signature ?? made.arguments))
    if (naming.length === 0) return []
    const amount = watched.find(({ tokenId }) => tokenId === null)?.amount ?? 0n
    const about: PrivilegesContext = { ...context, fixture: { ...fixture, holder: account, amount } }
    const own = targets.map((target): Target => {
      const functions = naming.flatMap(({ target: of, made }) => (of === target ? [made] : []))
      return { ...target, functions: functions.slice(0, MAX_ABOUT) }
    })
    return (
      await screen(
        about,
        own.filter(({ functions }) => functions.length > 0),
      )
    ).tried
  }
}

/** The walk until a call of it, which is then its last one. */
function upTo(call: Transaction, { blocks, ...rest }: Walk): Walk {
  const last = blocks.findLastIndex(({ calls }) => calls.includes(call))
  if (last < 0) return { blocks: [{ calls: [call] }] }
  return {
    ...rest,
    blocks: blocks.slice(0, last + 1).map((one, at) => ({
      ...one,
      calls: at < last ? one.calls : one.calls.slice(0, one.calls.indexOf(call) + 1),
    })),
  }
}

/** Functions of privileged accounts that went through for an amount of zero alone: made-up holders have nothing to lose. */
function emptyCalls(tried: readonly AcceptedCall[]): Pick<RefusedFunction, 'target' | 'made'>[] {
  const byFunction = Map.groupBy(tried, ({ made }) => made)
  return [...byFunction].flatMap(([made, calls]) => {
    const [first] = calls
    const isEmpty = calls.every(({ caller, way }) => caller.role !== 'stranger' && way.number === 0n)
    return first !== undefined && isEmpty ? [{ target: first.target, made }] : []
  })
}
