import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { words } from '../../trade/trader.ts'
import { argumentPlan } from '../calls/argumentPlan.ts'
import { FALLBACK, RECEIVE } from '../calls/ordinaryCalls.ts'
import { type Attempt, execute } from '../execute.ts'
import { ASSET_AMOUNT } from '../fixture.ts'
import type { Target } from '../holders/targets.ts'
import { type Observation, observeCall, readObservation } from '../observation.ts'
import { limitWithinBudget } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** A deposit and its withdrawal: a claim that others must not be able to take. */
export type Claim = {
  /** Index of the fixture's asset; null: native coin. */
  asset: number | null
  paid: bigint
  deposit: readonly Transaction[]
  /** A way back out that pays at least half; null when none was found. */
  withdrawal: Transaction | null
  made: ContractFunction
  /** The contract itself kept the deposit, and did not pass it on. */
  kept: boolean
}

const COIN = 10n ** 18n
const GAS = 1_000_000n
/** Limits of functions, of their ways examined alone, and of calls made in one row. */
const MAX_SCREENED = 80
const MAX_TRIED = 16
const ROW = 20
const ROUNDS = 3
const MAX_WITHDRAWALS = 12
const MAX_WAYS_OF_AMOUNT = 3
/** Functions that tokens open to every holder; no deposits. */
const TOKEN = new Set(['0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0x39509351', '0xa457c2d7', '0xd505accf'])

/** Finds by trying how a stranger pays into the contract, and how the stranger gets it back. */
export async function findClaims(context: PrivilegesContext, subject: Target): Promise<Claim[]> {
  const { fixture } = context
  const open = subject.functions.filter(
    ({ gated, mutability, selector }) =>
      !gated && mutability !== 'view' && mutability !== 'pure' && !TOKEN.has(selector),
  )
  const native = open.filter(({ mutability, arguments: list }) => mutability === 'payable' && isPlain(list))
  const tokens = open.filter(
    ({ mutability, arguments: list }) => mutability !== 'payable' && isPlain(list) && list !== '',
  )
  const assets = [...fixture.assets.keys()].filter((at) => at === 0 || (fixture.assets[at]?.held ?? 0n) > 0n)
  const screened = await Promise.all([
    promising(context, [...native, RECEIVE, FALLBACK], null),
    ...assets.map((asset) => promising(context, tokens, asset)),
  ])
  const probes = screened.flat()
  const seen = await observeSteps(
    context,
    probes.map(({ deposit }) => [deposit]),
    'deposits',
  )
  const paidIn = probes.flatMap((probe, index): Claim[] => {
    const [before, after] = seen[index] ?? []
    if (!before || !after) return []
    const given = fundsOf(before, probe.asset).caller - fundsOf(after, probe.asset).caller
    const got = fundsOf(after, probe.asset).subject - fundsOf(before, probe.asset).subject
    // Half: network or house fees may be deducted.
    return given * 2n < probe.paid ? [] : [{ ...probe, withdrawal: null, kept: got * 2n >= probe.paid }]
  })
  const claims = firstPerAsset(paidIn)
  const found = await Promise.all(claims.map((claim) => withWithdrawal(context, claim, open)))
  // The others have no withdrawal of their own, and are examined for whether any storage records them.
  const others = paidIn.filter((one) => one.asset === null && !claims.includes(one))
  return [...found, ...firstOfFunctions(others)]
}

/**
 * Returns the functions that keep a payment, out of any number: all of them are called one after another, so that decoys cost
 * little, and the refused ones once more without the accepted ones. Only those that refuse, or keep nothing, on fresh state are
 * left out without a note.
 */
async function promising(
  context: PrivilegesContext,
  functions: readonly ContractFunction[],
  asset: number | null,
): Promise<readonly WayIn[]> {
  const likely = functions.toSorted((a, b) => a.arguments.length - b.arguments.length)
  const looked = limitWithinBudget(context, likely, { max: MAX_SCREENED, what: 'deposits' })
  const depositing: WayIn[] = []
  let open = looked.flatMap((made) => waysIn(context, made, asset))
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const rows = Array.from({ length: Math.ceil(open.length / ROW) }, (_, at) => open.slice(at * ROW, (at + 1) * ROW))
    const seen = await observeSteps(
      context,
      rows.map((row) => row.map(({ deposit }) => deposit)),
      'deposits',
    )
    const unsettled = rows.map((row, index) => {
      let touched = false
      return row.filter((way, at) => {
        const [before, after] = [seen[index]?.[at], seen[index]?.[at + 1]]
        const given = before && after ? fundsOf(before, asset).caller - fundsOf(after, asset).caller : 0n
        if (given * 2n >= way.paid) {
          depositing.push(way)
          touched = true
          return false
        }
        return touched
      })
    })
    open = unsettled.flat()
  }
  return limitWithinBudget(context, [...depositing, ...open], { max: MAX_TRIED, what: 'deposits' })
}

/** Returns the funds of the depositor and of the contract, native or of one asset. */
export function fundsOf(seen: Observation, asset: number | null): { caller: bigint; subject: bigint } {
  if (asset === null) return seen.native
  const of = seen.assets[asset]
  return { caller: of?.caller ?? 0n, subject: of?.subject ?? 0n }
}

/** Makes steps one after the other for the depositor, and looks before, between and after them. */
export async function observeSteps(
  context: PrivilegesContext,
  sequences: readonly (readonly (readonly Transaction[])[])[],
  what: string,
): Promise<(Observation | null)[][]> {
  const run = await runSteps(context, sequences, what)
  return run.map((moments) => moments.map(({ seen }) => seen))
}

/** A moment of a run: what is seen, and what the step before it logged. */
export type Moment = { seen: Observation | null; logs: readonly Log[] }

/** As `observeSteps`, with the logs of each step. */
export async function runSteps(
  context: PrivilegesContext,
  sequences: readonly (readonly (readonly Transaction[])[])[],
  what: string,
): Promise<Moment[][]> {
  const { fixture, address } = context
  const look = observeCall({ subject: address, caller: fixture.depositor, fixture })
  const attempts = sequences.map((steps): Attempt => {
    return { calls: [look, ...steps.flatMap((step) => [...step, look])] }
  })
  const outcomes = await execute(context, attempts, what)
  return sequences.map((steps, index) => {
    let at = 0
    return [0, ...steps.map((step) => step.length + 1)].map((skipped) => {
      const logs = (outcomes[index] ?? []).slice(at + 1, at + skipped).flatMap((one) => one.logs)
      at += skipped
      return { seen: readObservation(fixture, outcomes[index]?.[at]), logs }
    })
  })
}

type WayIn = Pick<Claim, 'asset' | 'paid' | 'deposit' | 'made'>

function waysIn(context: PrivilegesContext, made: ContractFunction, asset: number | null): WayIn[] {
  const { fixture, address } = context
  const paid = asset === null ? COIN : ASSET_AMOUNT / 2n
  const token = asset === null ? undefined : fixture.assets[asset]?.address
  const approval = token === undefined ? [] : [call(fixture.depositor, token, words('0x095ea7b3', address, 2n ** 255n))]
  return argumentPlan(made, valuesOf(context, asset, [paid]))
    .slice(0, 2)
    .map(({ data }) => ({
      asset,
      paid,
      made,
      deposit: [...approval, call(fixture.depositor, address, data, asset === null ? paid : 0n)],
    }))
}

async function withWithdrawal(
  context: PrivilegesContext,
  claim: Claim,
  open: readonly ContractFunction[],
): Promise<Claim> {
  const { fixture, address } = context
  const [[, after] = []] = await observeSteps(context, [[claim.deposit]], 'deposits')
  const shares = after?.held.caller ?? 0n
  const amounts = [...new Set([shares, claim.paid, (claim.paid * 9n) / 10n, shares / 2n])].filter((one) => one > 0n)
  const exits = open.filter(({ mutability, arguments: list, selector }) => {
    return mutability !== 'payable' && isPlain(list) && selector !== claim.made.selector
  })
  const candidates = exits.slice(0, MAX_WITHDRAWALS)
  const ways = candidates.map((made) =>
    // A fee leaves less than what was paid.
    amounts
      .flatMap((amount) => argumentPlan(made, valuesOf(context, claim.asset, [amount])).slice(0, MAX_WAYS_OF_AMOUNT))
      .map(({ data }) => call(fixture.depositor, address, data)),
  )
  const seen = await observeSteps(
    context,
    ways.map((calls) => [claim.deposit, ...calls.map((one) => [one])]),
    'withdrawals',
  )
  for (const [index, calls] of ways.entries())
    for (const [at, withdrawal] of calls.entries()) {
      const [before, after] = [seen[index]?.[at + 1], seen[index]?.[at + 2]]
      if (!before || !after) continue
      const back = fundsOf(after, claim.asset).caller - fundsOf(before, claim.asset).caller
      if (back * 2n >= claim.paid) return { ...claim, withdrawal }
    }
  // A missing withdrawal leaves a drain untested.
  if (exits.length > candidates.length) context.budget.note('withdrawals')
  return claim
}

function valuesOf({ fixture }: PrivilegesContext, asset: number | null, amounts: readonly bigint[]) {
  const { depositor, assets } = fixture
  const contracts = assets.slice(asset ?? 0, (asset ?? 0) + 1).map(({ address }) => address)
  return { holder: depositor, caller: depositor, pool: null, others: [], contracts, amounts, tokenId: null }
}

/** One of each kind, those with something kept first. */
function firstPerAsset(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.toReversed().map((claim) => [`${claim.asset} ${claim.kept}`, claim])).values()]
}

function firstOfFunctions(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.toReversed().map((claim) => [claim.made.selector, claim])).values()]
}

function isPlain(list: string): boolean {
  return /^((address|u?int\d*|bool)(,|$)){0,3}$/.test(list)
}

function call(from: Address, to: Address, data: Hex, value = 0n): Transaction {
  return { from, to, value, data, gas: GAS }
}
