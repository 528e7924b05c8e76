import type { Address } from '@redoubt/risk/address.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BatchStep } from '@redoubt/risk/protect/accountBatches.ts'
import { arrivalShortfall } from '@redoubt/risk/protect/arrivalShortfall.ts'
import { boundConditions, DEFAULT_SLIPPAGE_BPS } from '@redoubt/risk/protect/boundConditions.ts'
import { candidateReadings } from '@redoubt/risk/protect/candidateReadings.ts'
import { type Condition, impossible, type Reading, readingKey } from '@redoubt/risk/protect/condition.ts'
import { encodeCheck } from '@redoubt/risk/protect/encodeConditions.ts'
import { fitConditions } from '@redoubt/risk/protect/fitConditions.ts'
import { paymentGrowth } from '@redoubt/risk/protect/paymentGrowth.ts'
import { worseThanShown } from '@redoubt/risk/protect/worseThanShown.ts'
import type { TransactionScanResult } from '../renderTransaction.ts'
import type { TransactionScanInput } from '../transactionScanInput.ts'
import type { TransactionSources } from '../transactionSources.ts'
import { feeAllowanceOf } from './feeAllowance.ts'
import { assertionFailure, batchOf, measureReadings, type OwnFee, succeeded } from './measureReadings.ts'
import { notAsserted, refuseUnreadable } from './notAsserted.ts'
import { offeredCaveats } from './offeredCaveats.ts'
import { protectFormOf } from './protectForm.ts'
import {
  NotProtectable,
  type OfferedProtection,
  type ProtectedCall,
  type ProtectForm,
  type Protection,
  type ProtectRequest,
  type ProtectSources,
  selfCheckFailed,
} from './protection.ts'
import { proveForm } from './proveForm.ts'
import { countingShares, fixedReadings } from './readBesides.ts'
import { refuseUnknownOutcome, refuseUnreadEnvironment } from './refuseUnknownOutcome.ts'

/** Readings that are tried, and conditions that are asserted: each costs gas. More of value is not protected in part. */
const MAX_READINGS = 256
const MAX_CONDITIONS = 48

/** Gas of a protected transaction: twice what it used, and something for the start, in whole steps. */
const GAS_MARGIN = 200_000n
/** What a simulation makes up, such as the code address of a batch, changes its gas by a few units: the answer must not show it. */
const GAS_STEP = 10_000n

/** Verdicts under which another outcome in another environment is no attack. */
const ADMITTED: ReadonlySet<string> = new Set(['PROCEED', 'REVIEW'])

type Scan = { input: TransactionScanInput; gathered: GatheredFacts; result: TransactionScanResult }
type Known = Pick<
  Facts,
  'block' | 'simulation' | 'transaction' | 'balanceChanges' | 'approvalChanges' | 'principals' | 'sender'
>

/**
 * Closes the calls of a scanned transaction by an assertion that the outcome is as simulated, and proves both by execution: as it is it
 * succeeds, and with a condition that cannot hold it fails. Never rejects: without proof it is unavailable, with the reason.
 */
export async function protectTransaction(
  scan: Scan & { request: ProtectRequest },
  sources: TransactionSources,
  signal: AbortSignal,
): Promise<Protection> {
  try {
    if (sources.protect === undefined)
      throw new NotProtectable('no-assertion-contract', 'No assertion contract is known on this network.')
    return await offer(scan, { ...sources, protect: sources.protect }, signal)
  } catch (error) {
    if (error instanceof NotProtectable) return { status: 'unavailable', reason: error.reason, message: error.message }
    if (signal.aborted)
      return {
        status: 'unavailable',
        reason: 'not-in-time',
        message: 'The time of the request ended first. Ask with a longer deadlineMs.',
      }
    return { status: 'unavailable', reason: 'self-check-failed', message: 'The protected calls could not be executed.' }
  }
}

async function offer(
  { input, gathered, result, request }: Scan & { request: ProtectRequest },
  sources: TransactionSources & { protect: ProtectSources },
  signal: AbortSignal,
): Promise<OfferedProtection> {
  refuseUnknownOutcome({ input, gathered, result })
  const { facts } = gathered
  const known = facts as Known
  const { block, transaction, simulation, balanceChanges, approvalChanges, sender } = known
  const { protect } = sources
  const accountOf = (address: Address) =>
    address === sender.address ? sender : sources.account(block, address, signal)
  const [safeAddress] = facts.safes ?? []
  const safe = safeAddress === undefined ? null : await accountOf(safeAddress)
  const form = protectFormOf(transaction, { sender, safe, atomicBatch: request.atomicBatch })
  refuseUnreadEnvironment(simulation)
  const principal = await accountOf(form.account)
  const deployment = await deploymentAt(sources, block, signal)

  const callData = form.steps.map(({ data }) => data)
  const readings = candidateReadings({
    principals: [principal],
    simulation,
    balanceChanges,
    approvalChanges,
    controlled: (facts.privilegeChanges ?? []).flatMap(({ kind, contract, fails }) =>
      kind === 'owner' && !fails && contract !== form.account ? [contract] : [],
    ),
    wellKnownTokens: protect.wellKnownTokens,
    named: request.assets,
    callData,
  })
  if (readings.length > MAX_READINGS)
    throw tooMany(`${readings.length} values may change, and ${MAX_READINGS} can be read`)
  const { measured, lost, gasUsed } = await measureReadings(
    protect,
    {
      block,
      account: form.account,
      steps: form.steps,
      deployment,
      readings,
      balanceOf: new Map([[form.account, principal.balance]]),
    },
    signal,
  )
  const worse = worseThanShown(measured, lost, {
    account: form.account,
    balanceChanges,
    approvalChanges,
    privilegeChanges: (facts.privilegeChanges ?? []).filter(({ fails }) => !fails),
  })
  if (worse !== null)
    throw new NotProtectable('outcome-differs', `As one batch the calls ${worse}, unlike the simulation of the scan.`)
  refuseUnreadable(measured, { account: form.account, named: request.assets, balanceChanges })

  const needed = ((2n * gasUsed + GAS_MARGIN) / GAS_STEP + 1n) * GAS_STEP
  const { usualTip } = protect
  const { usual, allowance: feeAllowance } = feeAllowanceOf(form, {
    transaction,
    block,
    needed,
    usualTip,
    given: request.feeAllowance,
  })
  // A Safe and an ERC-4337 account pay no gas while they make calls.
  const ownFee: OwnFee =
    form.kind === 'bundle' || form.kind === 'delegated-account' ? { gas: needed, maxFeePerGas: usual.price } : {}
  const slippageBps = request.slippageBps ?? DEFAULT_SLIPPAGE_BPS
  const charged = facts.paymasterCharge?.taken ?? []
  const runs = ADMITTED.has(result.recommendation) ? (simulation.runEvents?.others ?? []) : []
  const paid = measured.filter(
    ({ kind, before, after }) => kind === 'token-balance' && before !== null && after < before,
  )
  const sharing = await countingShares(
    sources,
    { block, account: form.account, tokens: paid.map(({ target }) => target) },
    signal,
  )
  const slack = new Map(
    measured.map((one) => [
      readingKey(one),
      paymentGrowth(one, { callData, slippageBps, countsShares: sharing.has(one.target) }) +
        arrivalShortfall(one, { runs, slippageBps }),
    ]),
  )
  const limits = {
    slippageBps,
    feeOf: (one: Reading) =>
      one.kind === 'native-balance'
        ? feeAllowance
        : charged.reduce(
            (sum, { address, amount }) => (address === one.target ? sum + 2n * amount : sum),
            slack.get(readingKey(one)) ?? 0n,
          ),
  }
  const fixed = await fixedReadings(form, { principal, sources, block }, signal)
  const bounded = boundConditions([...fixed, ...measured], limits)
  const fit = fitConditions(bounded, {
    max: MAX_CONDITIONS,
    balanceChanges,
    approvalChanges,
    named: request.assets.map(({ asset }) => asset),
  })
  if (fit === null) throw tooMany(`${bounded.length} values are of worth, and an assertion holds ${MAX_CONDITIONS}`)
  const { kept: conditions, left } = fit
  if (conditions.length === 0)
    throw new NotProtectable('nothing-to-assert', 'Nothing that a contract can read would show harm.')

  const assertion: BatchStep = { to: protect.assertion.address, value: 0n, data: encodeCheck(conditions) }
  const steps = [...deployment, ...form.steps, assertion]
  const gas = await checkBatch(protect, { block, form, deployment, conditions, ownFee }, signal)
  const sent = await proveForm(form, { sources, block, deployment, conditions, gas, ownFee }, signal)
  return {
    status: 'offered',
    form: form.kind,
    account: form.account,
    deployed: deployment.length === 0,
    calls: steps.map((step, at): ProtectedCall => {
      const role = at < deployment.length ? 'deployment' : at === steps.length - 1 ? 'assertion' : 'call'
      return { ...step, role }
    }),
    conditions,
    slippageBps,
    feeAllowance,
    loosened: [
      ...(slippageBps > DEFAULT_SLIPPAGE_BPS ? ['slippageBps'] : []),
      ...(feeAllowance > usual.allowance ? ['feeAllowance'] : []),
    ],
    notAsserted: notAsserted({ form, principal, readings, measured, left }),
    gas,
    gasLimit: ownFee.gas ?? null,
    maxFeePerGas: ownFee.maxFeePerGas ?? null,
    ...sent,
    caveats: await offeredCaveats(sources, { block, form, principal, conditions }, signal),
  }
}

/**
 * Returns the call that deploys the assertion contract, or nothing where its code stands: a call to an address without code succeeds.
 * @throws NotProtectable where neither the contract nor its factory stands.
 */
async function deploymentAt(
  { account, protect: { assertion } }: TransactionSources & { protect: ProtectSources },
  block: PinnedBlock,
  signal: AbortSignal,
): Promise<BatchStep[]> {
  const { codeHash } = await account(block, assertion.address, signal)
  if (codeHash === assertion.codeHash) return []
  const factory = await account(block, assertion.factory, signal)
  if (codeHash === null && factory.codeHash === assertion.factoryCodeHash) return [assertion.deployment]
  throw new NotProtectable(
    'no-assertion-contract',
    'Neither the assertion contract nor the factory that deploys it stands on this network at this block.',
  )
}

/** Conditions that hold only where the account's own code runs and its own way of sending counts nonces and pays gas. */
const OF_THE_REAL_WAY: ReadonlySet<string> = new Set(['code-hash', 'safe-nonce', 'entry-point-nonce'])

/**
 * Executes the closed batch as it is, and with a condition that cannot hold.
 * @returns Gas of the assertion, and of its deployment.
 * @throws NotProtectable where the first fails or the second does not.
 */
async function checkBatch(
  protect: ProtectSources,
  {
    block,
    form,
    deployment,
    conditions,
    ownFee,
  }: {
    block: PinnedBlock
    form: ProtectForm
    deployment: readonly BatchStep[]
    conditions: readonly Condition[]
    ownFee: OwnFee
  },
  signal: AbortSignal,
): Promise<bigint> {
  const { account, steps } = form
  // What else runs as the account here pays gas for it, which it does not really do.
  const paysGas = ownFee.gas !== undefined
  const held = conditions.filter((one) => !OF_THE_REAL_WAY.has(one.kind) && (paysGas || one.kind !== 'native-balance'))
  const run = (list: readonly Condition[]) => {
    const assertion: BatchStep = { to: protect.assertion.address, value: 0n, data: encodeCheck(list) }
    return protect.execute(block, batchOf(account, [...deployment, ...steps, assertion], ownFee), signal)
  }
  const [good, bad] = await Promise.all([held.length > 0 ? run(held) : null, run([impossible(account)])])
  if (good !== null && !succeeded(good)) throw selfCheckFailed(assertionFailure(good, protect.assertion.address))
  if (bad.success) throw selfCheckFailed('a condition that cannot hold does not revert the batch')
  const frames = good?.calls ?? []
  return (frames.at(-1)?.gasUsed ?? 0n) + (deployment.length > 0 ? (frames[0]?.gasUsed ?? 0n) : 0n)
}

function tooMany(what: string): NotProtectable {
  return new NotProtectable(
    'too-many-values',
    `${what}: an assertion of a part would leave the rest to the contracts that are called. Make fewer calls at once.`,
  )
}
