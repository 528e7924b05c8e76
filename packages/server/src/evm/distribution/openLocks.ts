import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { Distribution, LockOpening } from '@redoubt/risk/facts/distribution.ts'
import type { CallFrame, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { type ClaimQuestion, calledBy, callOf, isRepetition, valuesOf, watchedOf } from '../claims/calls/claimValues.ts'
import { callWith, exitCalls, exitFunctions, idsAmong } from '../claims/calls/exitCalls.ts'
import { type Payer, readPayer } from '../claims/calls/readPayer.ts'
import { isEnough } from '../claims/runs/bestWalk.ts'
import { type ClaimSources, claimRuns, type Walk, type WalkOutcome } from '../claims/runs/claimRuns.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { word } from '../trade/trader.ts'
import { tokenLogs } from './tokenLogs.ts'

/** Percent of the LP tokens that a contract has, from which on it is looked into, and that must come out of it. */
const LOCKED_PERCENT = 50
const TAKEN_PERCENT = 50n
/** Deposits of one contract, functions, first calls of two, and ways to call each. */
const MAX_DEPOSITS = 2
const MAX_FUNCTIONS = 14
const MAX_FIRST = 12
const MAX_FIRST_WAYS = 4
const MAX_WAYS = 20
/** Above it a number is a time or an amount, and counts no locks. */
const MAX_ENTRY = 1_000_000n
/** All but one percent: a part may not be the whole. */
const PART_PERCENT = 99n

type Found = { first: Transaction | null; call: Transaction }

/**
 * Executes withdrawals of LP tokens from unknown contracts that hold half of the liquidity or more, as the account that deposited them and as a
 * stranger: by one call, where the deposit names the end of a lock, or by two calls of one block. A contract that pays most of them out is no lock.
 * @throws NetworkUnavailable, SimulationUnavailable.
 */
export async function withOpenLocks(
  sources: ClaimSources,
  { block, since, found }: { block: PinnedBlock; since: bigint | null; found: Distribution | null },
  signal: AbortSignal,
): Promise<Distribution | null> {
  const { lpToken = null, lpHolders = null } = found ?? {}
  if (found === null || lpToken === null || lpHolders === null) return found
  const locked = lpHolders.filter(({ kind, share }) => kind === 'contract' && share >= LOCKED_PERCENT)
  if (locked.length === 0) return found
  const openings = new Map<Address, LockOpening>()
  for (const { address } of locked) {
    const opened = await openingOf(sources, { block, since, locker: address, lpToken }, signal)
    if (opened !== null) openings.set(address, opened)
  }
  return {
    ...found,
    lpHolders: lpHolders.map((one) => {
      const opened = openings.get(one.address)
      return opened === undefined ? one : { ...one, opened }
    }),
  }
}

type Asked = { block: PinnedBlock; since: bigint | null; locker: Address; lpToken: Address }

async function openingOf(sources: ClaimSources, asked: Asked, signal: AbortSignal): Promise<LockOpening | null> {
  const { block, since, locker, lpToken } = asked
  const { chain } = sources
  const own: Hex = `0x${word(locker)}`
  const moves = await tokenLogs(chain, { block, address: lpToken, event: EVENTS.Transfer, since }, signal)
  const paid = moves.filter(({ topics, data }) => topics[2] === own && data.length === 66)
  const largest = paid.toSorted((a, b) => (BigInt(a.data) > BigInt(b.data) ? -1 : 1)).slice(0, MAX_DEPOSITS)
  const payer = largest.length === 0 ? null : await readPayer(sources, block, locker, signal)
  if (payer === null) return null
  for (const { transactionHash, topics, data } of largest) {
    const [sent, { logs }] = await Promise.all([
      chain.sentTransaction(transactionHash, signal),
      chain.receipt(transactionHash, signal),
    ])
    const account: Address = `0x${topics[1]?.slice(-40) ?? ''}`
    if (sent === null || sent.transaction.from !== account) continue
    const amount = BigInt(data)
    const question = questionOf({ transaction: sent.transaction, logs, loss: lossOf(asked, account, amount) })
    const opened = await openedBy(sources, { block, payer, question, amount }, signal)
    if (opened !== null) return opened
  }
  return null
}

async function openedBy(
  { simulator }: ClaimSources,
  { block, payer, question, amount }: { block: PinnedBlock; payer: Payer; question: ClaimQuestion; amount: bigint },
  signal: AbortSignal,
): Promise<LockOpening | null> {
  const [loss] = question.losses
  if (loss === undefined) return null
  const { account } = loss
  const fresh = (name: string) => freshAccount(block.hash, account, name)
  const stand = { reader: fresh('reader'), observer: fresh('observer'), stranger: fresh('stranger') }
  const watched = [watchedOf(loss, block)]
  const runs = claimRuns({ simulation: question.simulation, watched, stand })
  const values = valuesOf(question, account)
  const functions = exitFunctions(payer.functions)
    .filter((made) => !isRepetition(question, payer, made))
    .slice(0, MAX_FUNCTIONS)
  const called = calledBy(question, payer)
  const part = (amount * PART_PERCENT) / 100n
  const callsOf = (ids: readonly bigint[]) =>
    functions.map((made) => {
      const entries = [...ids.filter((id) => id < MAX_ENTRY).slice(0, 2), 0n]
      // A part of it, a time that has passed, and one that is near.
      const numbers = [part, amount, 0n, block.timestamp + 1n].flatMap((one) => entries.map((id) => [id, one]))
      const chosen = numbers.flatMap(
        (own) => callWith(made, { accounts: [account], numbers: own, words: [0n], flag: true }) ?? [],
      )
      const usual = exitCalls(made, { ...values, ids, called })
      return [...new Set([...chosen, ...usual])].slice(0, MAX_WAYS).map((one) => callOf(account, payer.address, one))
    })
  const direct = callsOf(values.ids)
  const seen = await run(account, direct.map(atOnce))
  const names = namesEnd(question.transaction, block)
  const plain = seen.flatMap((one) => paidIn(one, null) ?? [])[0]
  if (plain !== undefined) return names ? openingBy(account, plain) : null
  const byOthers = direct.map((calls) => calls.map((one) => ({ ...one, from: stand.stranger })))
  const taken = (await run(stand.stranger, byOthers.map(atOnce))).flatMap((one) => paidIn(one, null) ?? [])[0]
  if (taken !== undefined) return { ...openingBy(account, taken), anyone: true }
  // A call that went through, and then each withdrawal about what it made.
  const firsts = seen
    .flatMap((one) => one?.calls.filter(({ success }) => success).slice(0, MAX_FIRST_WAYS) ?? [])
    .slice(0, MAX_FIRST)
  const pairs = firsts.map(({ call, words }): { first: Transaction; walk: Walk } => {
    const ids = [...new Set([...idsAmong(words.map(BigInt)), ...values.ids])]
    const others = callsOf(ids).filter((calls) =>
      calls.every(({ data }) => data.slice(0, 10) !== call.data.slice(0, 10)),
    )
    return { first: call, walk: atOnce([call, ...others.flat()]) }
  })
  const after = await run(
    account,
    pairs.map(({ walk }) => walk),
  )
  const opened = pairs.flatMap(({ first }, at) => paidIn(after[at] ?? null, first) ?? [])[0]
  return opened === undefined ? null : openingBy(account, opened)

  async function run(from: Address, walks: readonly Walk[]): Promise<(WalkOutcome | null)[]> {
    if (walks.length === 0) return []
    const sequences = walks.map((one) => runs.sequenceOf(from, 0n, one))
    const outcomes = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return walks.map((one, at) => runs.read(from, one, outcomes[at] ?? null))
  }

  function paidIn(outcome: WalkOutcome | null, first: Transaction | null): Found | null {
    if (outcome === null || !isEnough(outcome, watched, TAKEN_PERCENT)) return null
    const call = outcome.calls.findLast(({ pays }) => pays)?.call
    return call === undefined ? null : { first: first === call ? null : first, call }
  }

  function openingBy(by: Address, { first, call }: Found): LockOpening {
    return { account: by, calls: [...(first === null ? [] : [nameOf(first)]), nameOf(call)] }
  }

  function nameOf({ data }: Transaction): string {
    return payer.functions.find(({ selector }) => data.startsWith(selector))?.signature ?? data.slice(0, 10)
  }
}

function atOnce(calls: readonly Transaction[]): Walk {
  return { blocks: [{ calls }] }
}

/** Whether a call names a time that is still to come. */
function namesEnd({ data }: Transaction, { timestamp }: PinnedBlock): boolean {
  const words = data.slice(10).match(/.{64}/g) ?? []
  const latest = timestamp + 100n * 366n * 86_400n
  return words.some((one) => BigInt(`0x${one}`) > timestamp && BigInt(`0x${one}`) < latest)
}

function lossOf({ lpToken, locker }: Asked, account: Address, amount: bigint): Loss {
  return {
    account,
    assetType: 'erc20',
    address: lpToken,
    tokenId: null,
    symbol: null,
    decimals: null,
    amount,
    before: null,
    usd: null,
    how: 'paid',
    takers: [locker],
    returned: 'nothing',
  }
}

/** The deposit as it was made: its logs tell ids, and the state of the block has all that it wrote. */
function questionOf({
  transaction,
  logs,
  loss,
}: {
  transaction: Transaction
  logs: CallFrame['logs']
  loss: Loss
}): ClaimQuestion {
  const [locker] = loss.takers
  const frame: CallFrame = {
    type: 'CALL',
    from: transaction.from,
    to: locker ?? null,
    value: 0n,
    gas: 0n,
    gasUsed: 0n,
    input: transaction.data,
    output: null,
    error: null,
    revertReason: null,
    logs: logs.filter(({ address }) => address === locker),
    calls: [],
  }
  const simulation: Simulation = {
    success: true,
    outcome: 'succeeded',
    gasUsed: 0n,
    gasLimit: 0n,
    revertReason: null,
    output: '0x',
    trace: frame,
    stateDiff: {},
    toppedUp: false,
    truncated: false,
    created: null,
    environments: [],
  }
  return { transaction, simulation, losses: [loss], gained: [], contracts: locker === undefined ? [] : [locker] }
}
