import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { takeCalls } from '../../rights/takeCalls.ts'
import type { OwnerQuestion } from '../callers/privilegedActs.ts'
import { callOf, isRepetition } from '../calls/claimValues.ts'
import type { Payer } from '../calls/readPayer.ts'
import { roleCalls } from '../calls/roleCalls.ts'
import { swapsOf } from '../exits/openToOthers.ts'
import { isEnough } from '../runs/bestWalk.ts'
import { type Best, type ClaimSources, claimRuns, type Walk } from '../runs/claimRuns.ts'

/** A function by which an account prepares its own entry, and those that read what it writes. */
type Preparation = { payer: Payer; made: ContractFunction; readers: readonly ContractFunction[] }
type Attempt = { of: Preparation; walk: Walk }

const MAX_PREPARATIONS = 4
const MAX_CALLS = 6
const MAX_READERS = 3
const MAX_WAYS = 6
/** The wait of a request that is carried out later. */
const WAIT = 8n * 86_400n
/** Percent of the deposit that the account has to gain. */
const GAINED_PERCENT = 50n
const MAX_UINT = 2n ** 256n - 1n
/** Transfers and approvals of the account's own tokens: another account's stay as they are. */
const TRANSFERS = new Set(['0xa9059cbb', '0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6'])

/**
 * Finds calls that any account makes in its own name and that name the depositor, after which the withdrawal pays that account: an operator that
 * is looked up the wrong way round, a deposit that another account joins to its own. Tried only where a function for all callers takes an
 * account and writes what the withdrawal, or another function that may pay, reads.
 */
export async function preparedTakes(
  { simulator }: Pick<ClaimSources, 'simulator'>,
  question: OwnerQuestion,
  { runs, paid }: { runs: ReturnType<typeof claimRuns>; paid: Best },
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const { block, account, transaction, simulation, watched, stand, payers, values, work } = question
  const { walk } = paid
  const [first] = watched
  const other = stand.stranger
  if (walk === null || first === undefined || work.isOver()) return []
  const attempts = payers.flatMap(preparationsOf).slice(0, MAX_PREPARATIONS).flatMap(attemptsOf)
  if (attempts.length === 0) return []
  const gained = await gainsIn(runs, attempts)
  const found = attempts.filter((_, at) => gained[at]?.isEnough === true)
  if (found.length === 0) return []
  // What the account gets without the call that names the depositor, or without the deposit, is something else.
  const before = claimRuns({ simulation: { ...simulation, stateDiff: {} }, watched, stand })
  const [unprepared, undeposited] = await Promise.all([
    gainsIn(runs, found.map(withoutPreparation)),
    gainsIn(before, found),
  ])
  const proven = found.filter((_, at) => !unprepared[at]?.isEnough && !undeposited[at]?.isEnough)
  return proven.slice(0, 1).map((attempt): ClaimSwitch => {
    const { of } = attempt
    const { amount = 0n, call = null } = gained[attempts.indexOf(attempt)] ?? {}
    return {
      caller: other,
      by: 'anyone',
      selector: of.made.selector,
      signature: of.made.signature,
      ...(call !== null && !call.data.startsWith(of.made.selector) && { followedBy: nameOf(of.payer, call) }),
      isKey: true,
      anyone: true,
      takes: { asset: first.asset, amount, receiver: other },
    }
  })

  function preparationsOf(payer: Payer): Preparation[] {
    const { functions } = payer
    const own = new Set(walk?.blocks.flatMap(({ calls }) => calls.map(({ data }) => data.slice(0, 10))))
    const readByExit = new Set(functions.filter(({ selector }) => own.has(selector)).flatMap(({ reads }) => reads))
    // What pays, and what changes a word that the withdrawal reads.
    const leading = functions.filter(({ selector, mutability, sendsNative, asks, writes }) => {
      if (mutability === 'view' || mutability === 'pure' || TRANSFERS.has(selector)) return false
      const mayPay = sendsNative || asks.some((one) => TRANSFERS.has(one))
      return own.has(selector) || mayPay || writes.some((slot) => readByExit.has(slot))
    })
    return functions.flatMap((made): Preparation[] => {
      const { selector, signature, arguments: recovered, mutability, gated, writes } = made
      const isOpen = mutability !== 'view' && mutability !== 'pure' && !gated && !TRANSFERS.has(selector)
      if (!isOpen || own.has(selector) || isRepetition({ transaction }, payer, made)) return []
      if (!/\baddress\b/.test(signature ?? recovered)) return []
      const isReader = ({ reads }: ContractFunction) => writes.some((slot) => reads.includes(slot))
      const readers = leading.filter((one) => one.selector !== selector && isReader(one))
      return readers.length === 0 ? [] : [{ payer, made, readers }]
    })
  }

  function attemptsOf(of: Preparation): Attempt[] {
    const prepare = callsOf(of)
    const [now, ...rest] = walk?.blocks ?? []
    const swapped = swapsOf(account, other).map((swap) => {
      const byOther = (calls: readonly Transaction[]) =>
        calls.map(({ to, data }) => callOf(other, to ?? other, swap(data)))
      return {
        now: byOther(now?.calls ?? []),
        rest: rest.map(({ calls, ...own }) => ({ ...own, calls: byOther(calls) })),
      }
    })
    const own = swapped.map((one): Walk => ({ blocks: [{ calls: [...prepare, ...one.now] }, ...one.rest] }))
    const seconds = WAIT + (now?.seconds ?? 0n)
    // What was asked for is confirmed by another of the functions, once its time has come.
    const late = swapped.slice(0, 2).map((one): Walk => {
      const confirm = of.readers.flatMap((made) => takesBy(of.payer, made))
      return { blocks: [{ calls: prepare }, { calls: [...confirm, ...one.now], seconds }, ...one.rest] }
    })
    const readers = of.readers.slice(0, MAX_READERS).map((made): Walk => {
      return { blocks: [{ calls: [...prepare, ...takesBy(of.payer, made)] }] }
    })
    return [...own, ...readers, ...late].map((one) => ({ of, walk: one }))
  }

  /** Calls of the other account that name the depositor, the likeliest last: the last values stay. */
  function callsOf({ payer, made }: Preparation): Transaction[] {
    const asked = { contract: payer.address, made, from: other }
    const numbers = { amounts: [MAX_UINT], ids: values.ids.slice(0, 2) }
    return roleCalls(asked, [[other, account]], numbers)
      .filter(({ data }) => data.includes(account.slice(2)))
      .slice(0, MAX_CALLS)
      .toReversed()
  }

  function takesBy(payer: Payer, made: ContractFunction): Transaction[] {
    const { amounts, ids } = values
    const tokens = watched.flatMap(({ asset }) => asset ?? [])
    const asked = { account, tokens: [...tokens, payer.address], amounts: amounts.slice(0, 3), ids, held: [] }
    return takeCalls({ contract: payer.address, made }, other, asked).slice(0, MAX_WAYS)
  }

  function withoutPreparation({ of, walk: { blocks, ...more } }: Attempt): Attempt {
    const calls = new Set(callsOf(of).map(({ data }) => data))
    return {
      of,
      walk: {
        ...more,
        blocks: blocks.map((one) => ({ ...one, calls: one.calls.filter(({ data }) => !calls.has(data)) })),
      },
    }
  }

  async function gainsIn(on: ReturnType<typeof claimRuns>, all: readonly Attempt[]) {
    const sequences = all.map((one) => on.sequenceOf(other, 0n, one.walk))
    const outcomes = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return all.map((one, at) => {
      const seen = on.read(other, one.walk, outcomes[at] ?? null)
      if (seen === null) return null
      const call = seen.calls.findLast(({ pays }) => pays)?.call ?? null
      return { isEnough: isEnough(seen, watched, GAINED_PERCENT), amount: seen.returned.at(-1)?.[0] ?? 0n, call }
    })
  }
}

function nameOf({ functions }: Payer, { data }: Transaction): string {
  return functions.find(({ selector }) => data.startsWith(selector))?.signature ?? data.slice(0, 10)
}
