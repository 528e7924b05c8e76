import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { capConfidence } from '@redoubt/risk/engine/experimentalNetwork.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { FoundHoldings } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RescueAsset, RescueCall, RescuedAsset, RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import { gasLimit, MAX_GAS, maxFee } from '@redoubt/risk/wallet/sendingCost.ts'
import { formatUnits, getAddress, numberToHex } from 'viem/utils'
import { addressWarnings } from '../approvals/addressWarnings.ts'
import { type RenderedRevocation, renderRevocation } from '../approvals/renderRevocations.ts'
import type { Ledger } from '../permissions/renderWalletPermissions.ts'
import { accountLabel, symbolText } from '../scans/renderChanges.ts'
import { safeWarnings } from './checkSafe.ts'
import { permittedOthers, type RenderedPermitted } from './permittedOthers.ts'
import type { RescueInput } from './rescueInput.ts'
import { type RenderedSubmission, rescueSteps, submissionOf } from './rescueSteps.ts'

export type RenderedRescueAsset = {
  standard: RescueAsset['standard']
  token: string | null
  tokenId: string | null
  symbol: string | null
  /** Whole units. */
  amount: string
  valueUsd: number | null
  /** Whole units that reached the safe address; null: not executed. */
  received: string | null
  /** All of it did; null: not known. */
  saved: boolean | null
}

/** What stays. `refused`: its contract does not let all of it go. `held-elsewhere`: another contract keeps it for the account. */
export type RenderedUnsaved = {
  reason: 'refused' | 'held-elsewhere'
  contract: string | null
  tokenId: string | null
  label: string
  detail: string
}

export type RenderedRescueTransaction = {
  from: string
  to: string | null
  data: Hex
  value: Hex
  chainId: Hex
  /** With room to spare; null: not executed, or it failed. */
  gas: Hex | null
  /** EIP-7702: `authorizations`, signed, go with it. */
  type?: '0x4'
  purpose: RescueCall['purpose']
  description: string
}

/** `data` of POST /v1/wallet/rescue/{address}: JSON values only. */
export type RescueResult = {
  address: string
  chain: Chain
  safe: string
  sponsor: string
  currentDelegate: string | null
  rescueDelegate: string
  authorizations: { chainId: Hex; address: string; nonce: Hex }[]
  transactions: RenderedRescueTransaction[]
  assets: RenderedRescueAsset[]
  totals: {
    assets: number
    savedUsd: number | null
    notSavedUsd: number | null
    gas: string | null
    feeWei: string | null
  }
  permitted: RenderedPermitted[]
  unsaved: RenderedUnsaved[]
  undelegation: RenderedRevocation | null
  submission: RenderedSubmission
  race: { fundingIsSwept: boolean | null; noncesCovered: number }
  steps: string[]
  warnings: Finding[]
  confidence: number
  complete: boolean
  cut: string[]
  unknown: string[]
  unavailable: string[]
  blockNumber: string
  blockHash: Hex
  rulesetVersion: string
  intelAsOf: string
}

/** EIP-7702's charge for each authorization. */
const GAS_PER_AUTHORIZATION = 25_000n
/** The contract keeps 80,000 back from the tokens. */
const GAS_KEPT = 100_000n
const MAX_PERMITTED = 50
const CONFIDENCE_OF_A_PART = 0.5
const CONFIDENCE_PER_FAILED_SOURCE = 0.9

export function renderRescue({
  input,
  block,
  account,
  receiver,
  plan,
  holdings,
  spam,
  leftOut,
  unlisted,
  ledger,
  submission,
  intelAsOf,
}: {
  input: RescueInput
  block: PinnedBlock
  account: Account
  /** Of the safe address; null: not known. */
  receiver: Account | null
  plan: RescuePlan
  holdings: FoundHoldings
  /** Assets that look like spam and stay. */
  spam: number
  /** Assets beyond the bound. */
  leftOut: readonly RescueAsset[]
  /** Collections with more items than holdings name. */
  unlisted: number
  ledger: Ledger
  submission: { sendsPrivately: boolean; publicPool: boolean }
  intelAsOf: string
}): RescueResult {
  const unavailable = [...(plan.simulated ? [] : ['simulation']), ...ledger.unavailable].sort()
  const allAssets = holdings.complete && leftOut.length === 0 && unlisted === 0 && ledger.complete
  const permitted = permittedOthers(ledger, plan)
  const complete = allAssets && permitted.length <= MAX_PERMITTED
  const trust = CONFIDENCE_PER_FAILED_SOURCE ** unavailable.length * (complete ? 1 : CONFIDENCE_OF_A_PART)
  const assets = plan.assets.filter(({ amount }) => amount > 0n).map(renderAsset)
  const transactions = plan.calls.map((call, at) => renderCall(call, { at, plan, input }))
  const sent = submissionOf(input, submission)
  const chainId = numberToHex(CHAIN_IDS[input.chain])
  const doubts = safeWarnings(receiver)
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    safe: getAddress(input.safe),
    sponsor: getAddress(input.sponsor),
    currentDelegate: account.delegate === null ? null : getAddress(account.delegate),
    rescueDelegate: getAddress(plan.delegate),
    authorizations: plan.nonces.map((nonce) => ({
      chainId,
      address: getAddress(plan.delegate),
      nonce: numberToHex(nonce),
    })),
    transactions,
    assets,
    totals: totalsOf({ assets, transactions, plan, block }),
    permitted: permitted.slice(0, MAX_PERMITTED),
    unsaved: [...refusedOf(assets), ...heldElsewhere(ledger)],
    undelegation: plan.undelegation && renderRevocation(plan.undelegation, input),
    submission: sent,
    race: { fundingIsSwept: plan.fundingIsSwept, noncesCovered: plan.nonces.length },
    steps: rescueSteps(input, { plan, account, sent, fits: fitsOneBlock(transactions, block), doubts }),
    warnings: [...doubts, ...addressWarnings({ chain: input.chain, spelling: input.spelling, keyless: false })],
    confidence: capConfidence(input.chain, Math.round(100 * trust) / 100),
    complete,
    cut: [
      ...holdings.cut,
      ...(leftOut.length > 0 ? [`${leftOut.length} assets of least value: ask again when these are moved`] : []),
      ...(unlisted > 0 ? [`items of ${unlisted} collections: ask again when the others are moved`] : []),
      ...(spam > 0 ? [`${spam} assets that look like spam: options.includeSpam moves them too`] : []),
      ...(permitted.length > MAX_PERMITTED
        ? [`${permitted.length - MAX_PERMITTED} permissions with the least at risk: /v1/wallet/permissions names them`]
        : []),
      ...ledger.cut,
    ],
    unknown: unknownOf(plan, { complete: allAssets, assets }),
    unavailable,
    blockNumber: String(block.number),
    blockHash: block.hash,
    rulesetVersion: RULESET_VERSION,
    intelAsOf,
  }
}

function renderAsset({
  standard,
  token,
  tokenId,
  amount,
  symbol,
  decimals,
  valueUsd,
  received,
}: RescuedAsset): RenderedRescueAsset {
  const units = (of: bigint) => formatUnits(of, decimals ?? 0)
  return {
    standard,
    token: token === null ? null : getAddress(token),
    tokenId: tokenId === null ? null : String(tokenId),
    symbol: standard === 'coins' ? null : symbolText(symbol),
    amount: units(amount),
    valueUsd,
    received: received === null ? null : units(received),
    saved: received === null ? null : received >= amount,
  }
}

function renderCall(
  { to, data, purpose, gasUsed, publishing }: RescueCall,
  { at, plan, input }: { at: number; plan: RescuePlan; input: RescueInput },
): RenderedRescueTransaction {
  const sets = plan.calls.findIndex((call) => call.purpose === 'rescue') === at
  const beside = (sets ? GAS_PER_AUTHORIZATION * BigInt(plan.nonces.length) : 0n) + (publishing?.gas ?? 0n)
  return {
    from: getAddress(input.sponsor),
    to: to === null ? null : getAddress(to),
    data,
    value: '0x0',
    chainId: numberToHex(CHAIN_IDS[input.chain]),
    gas: gasUsed === null ? null : numberToHex(gasLimit(gasUsed, GAS_KEPT + beside)),
    ...(sets && { type: '0x4' as const }),
    purpose,
    description:
      purpose === 'deploy'
        ? `Deploys the contract that can pay ${getAddress(input.safe)} and no other account.`
        : sets
          ? `Makes it the account’s delegate, and moves what the account has to ${getAddress(input.safe)}.`
          : `Moves more of what the account has to ${getAddress(input.safe)}.`,
  }
}

function totalsOf({
  assets,
  transactions,
  plan,
  block,
}: {
  assets: readonly RenderedRescueAsset[]
  transactions: readonly RenderedRescueTransaction[]
  plan: RescuePlan
  block: PinnedBlock
}): RescueResult['totals'] {
  const gas = transactions.some((one) => one.gas === null)
    ? null
    : transactions.reduce((sum, one) => sum + BigInt(one.gas ?? 0), 0n)
  const usdOf = (wanted: boolean) => {
    const chosen = assets.filter(({ saved, valueUsd }) => saved === wanted && valueUsd !== null)
    return assets.some(({ saved }) => saved === null)
      ? null
      : Math.round(chosen.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), 0) * 100) / 100
  }
  return {
    assets: assets.length,
    savedUsd: usdOf(true),
    notSavedUsd: usdOf(false),
    gas: gas === null ? null : String(gas),
    feeWei: gas === null ? null : feeOf(plan, gas, block),
  }
}

function feeOf({ calls, tip }: RescuePlan, gas: bigint, block: PinnedBlock): string | null {
  if (calls.some(({ publishing }) => publishing === null)) return null
  const published = calls.reduce((sum, { publishing }) => sum + (publishing?.wei ?? 0n), 0n)
  return String(maxFee(block, { gas, published, tip }))
}

function refusedOf(assets: readonly RenderedRescueAsset[]): RenderedUnsaved[] {
  return assets
    .filter(({ saved }) => saved === false)
    .map(({ token, tokenId, symbol, amount, received }) => ({
      reason: 'refused',
      contract: token,
      tokenId,
      label: symbol ?? (token === null ? 'coins' : ''),
      detail: `Of ${amount}, ${received ?? '0'} reach the safe address: the contract does not let all of it go, takes a part, or holds it until a time.`,
    }))
}

/** Contracts that keep positions of the account, as the rights that they keep over it tell. */
function heldElsewhere({ entries }: Ledger): RenderedUnsaved[] {
  const found = new Map<Address, RenderedUnsaved>()
  for (const { permission, right } of entries) {
    const detail = HELD[permission.standard]
    if (detail === undefined || permission.token === null || right === null) continue
    found.set(permission.token, {
      reason: 'held-elsewhere',
      contract: getAddress(permission.token),
      tokenId: null,
      label: accountLabel(right.keeperAccount),
      detail,
    })
  }
  return [...found.values()]
}

const WITHDRAW = 'Nothing there is moved: withdraw it to the safe address there, if the contract lets you.'
const HELD: Partial<Record<Permission['standard'], string>> = {
  'market-authorization': `May keep supplies and debts of the account. ${WITHDRAW}`,
  'relayer-approval': `May keep a balance of the account. ${WITHDRAW}`,
  'credit-delegation': `Counts debts of the account; what stands against them is locked while they do. ${WITHDRAW}`,
}

function fitsOneBlock(transactions: readonly RenderedRescueTransaction[], { gasLimit }: PinnedBlock): boolean {
  return transactions.reduce((sum, { gas }) => sum + BigInt(gas ?? MAX_GAS), 0n) <= gasLimit
}

function unknownOf(
  plan: RescuePlan,
  { complete, assets }: { complete: boolean; assets: readonly RenderedRescueAsset[] },
): string[] {
  const unknown: string[] = []
  if (!complete) unknown.push('assets')
  if (plan.fundingIsSwept === null) unknown.push('race.fundingIsSwept')
  if (plan.simulated && plan.calls.some(({ publishing }) => publishing === null)) unknown.push('totals.feeWei')
  if (assets.some(({ saved }) => saved === null)) unknown.push('assets.saved')
  if (assets.some(({ valueUsd }) => valueUsd === null)) unknown.push('assets.valueUsd')
  return unknown
}
