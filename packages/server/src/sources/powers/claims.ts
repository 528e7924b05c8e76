import type { ContractFunction } from '../../risk/contractFacts.ts'
import type { Address, Hex, Transaction } from '../../risk/facts.ts'
import { words } from '../trade/words.ts'
import { argumentPlan } from './argumentPlan.ts'
import { type Attempt, execute } from './execute.ts'
import { type Observation, observeCall, readObservation } from './observation.ts'
import type { PowersContext } from './powersContext.ts'
import { ASSET_AMOUNT } from './stage.ts'
import type { Target } from './targets.ts'

/** What somebody pays in, and how they get it back: a claim that others must not be able to take. */
export type Claim = {
  /** Index of the stage's asset; null: native coin. */
  asset: number | null
  paid: bigint
  deposit: readonly Transaction[]
  /** A way back out that pays at least half; null when none was found. */
  withdrawal: Transaction | null
  made: ContractFunction
  /** The contract itself had it afterwards, not somebody whom it was passed on to. */
  kept: boolean
}

const COIN = 10n ** 18n
const GAS = 1_000_000n
const MOST_DEPOSITS = 6
const MOST_WITHDRAWALS = 12
const MOST_WAYS = 8
/** What tokens let everybody do is no deposit. */
const TOKEN = new Set(['0xa9059cbb', '0x095ea7b3', '0x23b872dd', '0x39509351', '0xa457c2d7', '0xd505accf'])

/** Finds by trying how a stranger pays into the contract, and how they would get it back. */
export async function findClaims(context: PowersContext, subject: Target): Promise<Claim[]> {
  const { stage } = context
  const open = subject.functions.filter(
    ({ gated, mutability, selector }) =>
      !gated && mutability !== 'view' && mutability !== 'pure' && !TOKEN.has(selector),
  )
  const native = open.filter(({ mutability, arguments: list }) => mutability === 'payable' && isPlain(list))
  const tokens = open.filter(
    ({ mutability, arguments: list }) => mutability !== 'payable' && isPlain(list) && list !== '',
  )
  const assets = stage.assets.slice(0, 1)
  const trials = [
    ...native.slice(0, MOST_DEPOSITS).flatMap((made) => waysIn(context, made, null)),
    ...assets.flatMap(() => tokens.slice(0, MOST_DEPOSITS).flatMap((made) => waysIn(context, made, 0))),
  ]
  const seen = await observeSteps(
    context,
    trials.map(({ deposit }) => [deposit]),
    'deposits',
  )
  const paidIn = trials.flatMap((trial, index): Claim[] => {
    const [before, after] = seen[index] ?? []
    if (!before || !after) return []
    const given = fundsOf(before, trial.asset).caller - fundsOf(after, trial.asset).caller
    const got = fundsOf(after, trial.asset).subject - fundsOf(before, trial.asset).subject
    // Half: fees for the network, or for the house, come off.
    return given * 2n < trial.paid ? [] : [{ ...trial, withdrawal: null, kept: got * 2n >= trial.paid }]
  })
  const claims = firstPerAsset(paidIn)
  return Promise.all(claims.map((claim) => withWithdrawal(context, claim, open)))
}

/** The depositor's funds and the contract's, native or of one asset. */
export function fundsOf(seen: Observation, asset: number | null): { caller: bigint; subject: bigint } {
  if (asset === null) return seen.native
  const of = seen.assets[asset]
  return { caller: of?.caller ?? 0n, subject: of?.subject ?? 0n }
}

/** Makes steps one after the other for the depositor, and looks before, between and after them. */
export async function observeSteps(
  context: PowersContext,
  sequences: readonly (readonly (readonly Transaction[])[])[],
  what: string,
): Promise<(Observation | null)[][]> {
  const { stage, address } = context
  const look = observeCall({ subject: address, caller: stage.depositor, stage })
  const attempts = sequences.map((steps): Attempt => {
    return { calls: [...stage.prelude, look, ...steps.flatMap((step) => [...step, look])] }
  })
  const outcomes = await execute(context, attempts, what)
  return sequences.map((steps, index) => {
    let at = stage.prelude.length
    return [0, ...steps.map((step) => step.length + 1)].map((skipped) => {
      at += skipped
      return readObservation(stage, outcomes[index]?.[at])
    })
  })
}

type WayIn = Pick<Claim, 'asset' | 'paid' | 'deposit' | 'made'>

function waysIn(context: PowersContext, made: ContractFunction, asset: number | null): WayIn[] {
  const { stage, address } = context
  const paid = asset === null ? COIN : ASSET_AMOUNT / 2n
  const token = asset === null ? undefined : stage.assets[asset]?.address
  const approval = token === undefined ? [] : [call(stage.depositor, token, words('0x095ea7b3', address, 2n ** 255n))]
  return argumentPlan(made, valuesOf(context, [paid]))
    .slice(0, 2)
    .map(({ data }) => ({
      ...{ asset, paid, made },
      deposit: [...approval, call(stage.depositor, address, data, asset === null ? paid : 0n)],
    }))
}

async function withWithdrawal(context: PowersContext, claim: Claim, open: readonly ContractFunction[]): Promise<Claim> {
  const { stage, address } = context
  const [[, after] = []] = await observeSteps(context, [[claim.deposit]], 'deposits')
  const shares = after?.held.caller ?? 0n
  const amounts = [...new Set([shares, claim.paid, (claim.paid * 9n) / 10n, shares / 2n])].filter((one) => one > 0n)
  const candidates = open
    .filter(({ mutability, arguments: list, selector }) => {
      return mutability !== 'payable' && isPlain(list) && selector !== claim.made.selector
    })
    .slice(0, MOST_WITHDRAWALS)
  const ways = candidates.map((made) =>
    argumentPlan(made, valuesOf(context, amounts))
      .slice(0, MOST_WAYS)
      .map(({ data }) => call(stage.depositor, address, data)),
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
  return claim
}

function valuesOf({ stage }: PowersContext, amounts: readonly bigint[]) {
  const { depositor, assets } = stage
  const contracts = assets.slice(0, 1).map(({ address }) => address)
  return { holder: depositor, caller: depositor, pool: null, others: [], contracts, amounts, tokenId: null }
}

/** One of each kind, those with something kept first. */
function firstPerAsset(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.toReversed().map((claim) => [`${claim.asset} ${claim.kept}`, claim])).values()]
}

function isPlain(list: string): boolean {
  return /^((address|u?int\d*|bool)(,|$)){0,3}$/.test(list)
}

function call(from: Address, to: Address, data: Hex, value = 0n): Transaction {
  return { from, to, value, data, gas: GAS }
}
