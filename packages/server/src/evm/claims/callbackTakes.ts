import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { word } from '../trade/trader.ts'
import { ARMED, callbackCode } from './callbackCode.ts'
import type { Best, ClaimSources, claimRuns, Walk, WalkOutcome, Watched } from './claimRuns.ts'
import { countersIn } from './claimValues.ts'
import { fundsOf } from './dustOf.ts'
import { COIN_NAMES, callWith } from './exitCalls.ts'
import type { OwnerQuestion } from './privilegedActs.ts'
import type { Payer } from './readPayer.ts'

/** Calls as any account makes them, and the one that its code makes when it is called back. */
type Attempt = {
  made: ContractFunction
  callback: Call
  followedBy: Hex | null
  blocks: Walk['blocks']
}
type Lender = { lender: Address; made: ContractFunction }
type Call = Transaction & { to: Address }
type Entry = Pick<Call, 'to' | 'value' | 'data'>

const GAS = 3_000_000n
const MAX_LOANS = 3
const MAX_MOVES = 2
const MAX_OTHER_EXITS = 2
/** What the account has, as a multiple of the deposit: for fees, and its own deposit. */
const FUNDED = 4n
/** Percent of a loan that pays it back with its fee, and of the deposit that an account has to gain. */
const REPAID_PERCENT = 110n
const GAINED_PERCENT = 50n

/**
 * Finds calls by which any contract takes what others deposited while it is called back: a loan that a deposit pays back, which is then its
 * own, and a withdrawal that is made again, or whose record is moved, before it is booked. Only functions whose code calls back are tried.
 */
export async function callbackTakes(
  sources: Pick<ClaimSources, 'chain' | 'simulator'>,
  { block, account, transaction, simulation, watched, payers, exits, work }: OwnerQuestion,
  { runs, paid }: { runs: ReturnType<typeof claimRuns>; paid: Best },
  signal: AbortSignal,
): Promise<ClaimSwitch[]> {
  const [asset] = watched
  const payerOf = ({ to }: Pick<Transaction, 'to'>) => payers.find(({ address }) => address === to)
  const entry = (transaction.calls ?? [transaction]).findLast((one) => payerOf(one) !== undefined)
  const payer = entry && payerOf(entry)
  const isSum = asset?.assetType === 'native' || asset?.assetType === 'erc20'
  if (asset === undefined || !isSum || payer === undefined || entry === undefined || work.isOver()) return []
  const contract = payer.address
  const taker = freshAccount(block.hash, contract, 'called back')
  const friend = freshAccount(block.hash, contract, 'friend of the called back')
  const counters = countersIn(simulation.stateDiff, [contract])
  const deposit: Entry = { to: contract, value: entry.value, data: entry.data }
  const lenders = lendersAmong(payers, deposit)
  const attempts = [...lenders.flatMap((one) => loansOf(one, asset)), ...exitsOf(payer, asset)]
  if (attempts.length === 0) return []

  const tokens = asset.asset === null ? [] : [asset.asset]
  const asked = {
    tokens,
    amount: asset.amount * FUNDED,
    contracts: [...new Set([contract, ...lenders.map(({ lender }) => lender)])],
    simulation,
  }
  const funds = await fundsOf(sources, block, asked, taker, signal)
  if (funds.approvals.length < tokens.length) return []
  const armed = attempts.map((one) => walkOf(one, ARMED))
  const gains = await gainsOf(armed)
  const found = attempts.filter((_, at) => isGain(gains[at] ?? 0n))
  if (found.length === 0) return []
  // What the same calls bring without the call-back, such as a bonus, is something else.
  const idle = await gainsOf(found.map((one) => walkOf(one, {})))
  return found.flatMap((one, at): ClaimSwitch[] => {
    const without = idle[at] ?? 0n
    const gain = (gains[attempts.indexOf(one)] ?? 0n) - (without > 0n ? without : 0n)
    if (!isGain(gain)) return []
    const { selector, signature } = one.made
    return [
      {
        caller: taker,
        by: 'anyone',
        selector,
        signature,
        callback: nameOf(one.callback.data),
        ...(one.followedBy !== null && { followedBy: nameOf(one.followedBy) }),
        isKey: true,
        anyone: true,
        takes: { asset: asset.asset, amount: gain, receiver: taker },
      },
    ]
  })

  function isGain(amount: bigint): boolean {
    return amount * 100n >= (asset?.amount ?? 0n) * GAINED_PERCENT
  }

  /** The deposit pays a loan back; what it is credited for is withdrawn. */
  function loansOf({ lender, made }: Lender, { asset: token, amount }: Watched): Attempt[] {
    const named = token ?? COIN_NAMES[0] ?? taker
    const repaid = (amount * REPAID_PERCENT) / 100n
    const lists = [
      [taker, named],
      [named, taker],
    ]
    const calls = lists.map((accounts) => callWith(made, { accounts, numbers: [amount, 0n], words: [0n], flag: false }))
    return [...new Set(calls)].flatMap((data): Attempt[] => {
      if (data === null) return []
      const loan = callBy(taker, { to: lender, value: 0n, data })
      const blocks = withdrawing([loan], repaid)
      return [{ made, callback: byTaker(deposit, repaid), followedBy: paid.call?.data ?? null, blocks }]
    })
  }

  /** The withdrawal of a deposit of the account's own, with another call while it is paid out. */
  function exitsOf({ functions }: Payer, { amount }: Watched): Attempt[] {
    const { call } = paid
    if (call === null || call.to !== contract) return []
    const made = functions.find(({ selector }) => call.data.startsWith(selector))
    if (made === undefined || (made.callsBack !== true && !made.sendsNative)) return []
    const exit = byTaker({ ...call, to: contract }, amount)
    const own = [byTaker(deposit, amount)]
    const others = exits.filter(({ to, data }) => to === contract && !data.startsWith(made.selector))
    const unique = [...new Map(others.map((one) => [one.data.slice(0, 10), one])).values()]
    const again = [exit, ...unique.slice(0, MAX_OTHER_EXITS).map((one) => byTaker({ ...one, to: contract }, amount))]
    const moves = functions
      .filter((one) => /^(address,uint256|uint256,address)$/.test(one.arguments) && one !== made && isOpen(one))
      .slice(0, MAX_MOVES)
      .flatMap((one) => callWith(one, { accounts: [friend], numbers: [amount], words: [0n], flag: false }) ?? [])
    const byFriend = callBy(friend, { ...exit, data: exit.data.replaceAll(taker.slice(2), friend.slice(2)) as Hex })
    return [
      ...again.map((callback) => ({ made, callback, followedBy: null, blocks: withdrawing(own, amount) })),
      ...moves.map((data) => ({
        made,
        callback: callBy(taker, { to: contract, value: 0n, data }),
        followedBy: exit.data,
        blocks: [...withdrawing(own, amount), { calls: [byFriend] }],
      })),
    ]
  }

  /** The first calls, then the withdrawal that paid the depositor. */
  function withdrawing(first: readonly Transaction[], amount: bigint): Walk['blocks'] {
    const [now, ...later] = paid.walk?.blocks ?? []
    const ownCalls = (calls: readonly Transaction[]) =>
      calls.flatMap((one) => (one.to === null ? [] : [byTaker({ ...one, to: one.to }, amount)]))
    return [
      { calls: [...first, ...ownCalls(now?.calls ?? [])] },
      ...later.map((one) => ({ ...one, calls: ownCalls(one.calls) })),
    ]
  }

  /** A call of the depositor by the account: with another amount, and with the id that comes next. */
  function byTaker({ to, value, data }: Entry, amount: bigint): Call {
    const sum = asset?.amount ?? 0n
    const args = data.slice(10).match(/.{1,64}/g) ?? []
    const changed = args.map((one) => {
      if (one.length < 64) return one
      const number = BigInt(`0x${one}`)
      if (number === sum) return word(amount)
      return counters.includes(number) ? word(number + 1n) : one.replace(account.slice(2), taker.slice(2))
    })
    return callBy(taker, {
      to,
      value: value === sum ? amount : value,
      data: `${data.slice(0, 10)}${changed.join('')}` as Hex,
    })
  }

  function walkOf({ callback, blocks }: Attempt, storage: Record<Hex, Hex>): Walk {
    const [first, ...later] = blocks
    const balance = asset?.asset === null ? asset.amount * FUNDED : 0n
    return {
      overrides: { ...funds.overrides, [taker]: { code: callbackCode([callback]), storage, balance } },
      blocks: [{ calls: [...funds.approvals, ...(first?.calls ?? [])] }, ...later],
    }
  }

  async function gainsOf(walks: readonly Walk[]): Promise<bigint[]> {
    const sequences = walks.map((one) => runs.sequenceOf(taker, 0n, one))
    const outcomes = await sources.simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return walks.map((one, at) => gainIn(runs.read(taker, one, outcomes[at] ?? null)))
  }

  /** What both accounts gain of the deposited asset: 0 where they pay for it with another one of the deposit. */
  function gainIn(outcome: WalkOutcome | null): bigint {
    const own = [taker, friend]
    const moves = (outcome?.calls ?? []).flatMap((one) => one.moves)
    const [gain = 0n, ...others] = watched.map((_, at) =>
      moves
        .filter(({ index }) => index === at)
        .reduce(
          (sum, one) => sum + (own.includes(one.to) ? one.amount : 0n) - (own.includes(one.from) ? one.amount : 0n),
          0n,
        ),
    )
    const isPaidFor = others.some(
      (sum, at) => sum < 0n && -sum * 100n >= (watched[at + 1]?.amount ?? 0n) * GAINED_PERCENT,
    )
    return isPaidFor ? 0n : gain
  }

  function nameOf(data: Hex): string {
    const selector = data.slice(0, 10) as Hex
    return payer?.functions.find((one) => one.selector === selector)?.signature ?? selector
  }
}

function callBy(from: Address, { to, value, data }: Entry): Call {
  return { from, to, value, data, gas: GAS }
}

function isOpen({ gated, mutability }: ContractFunction): boolean {
  return !gated && mutability !== 'view' && mutability !== 'pure'
}

/** Functions that call back, other than the deposit itself. */
function lendersAmong(payers: readonly Payer[], { data }: Entry): Lender[] {
  return payers
    .flatMap(({ address: lender, functions }) =>
      functions
        .filter((one) => one.callsBack === true && isOpen(one) && !data.startsWith(one.selector))
        .map((made) => ({ lender, made })),
    )
    .slice(0, MAX_LOANS)
}
