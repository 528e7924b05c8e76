import type { Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { capConfidence } from '@redoubt/risk/engine/experimentalNetwork.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { FoundHoldings } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RescueAsset, RescueCall, RescuedAsset, RescuePlan } from '@redoubt/risk/facts/rescueFacts.ts'
import type { WalletApprovals } from '@redoubt/risk/facts/walletApprovals.ts'
import { formatUnits, getAddress, numberToHex } from 'viem/utils'
import { addressWarnings } from '../approvals/addressWarnings.ts'
import { symbolText } from '../scans/renderChanges.ts'
import type { RescueInput } from './rescueInput.ts'

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
  permitted: { token: string; spender: string; valueAtRiskUsd: number | null }[]
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
/** Of one transaction (EIP-7825): networks refuse a higher limit. */
const MAX_GAS = 2n ** 24n
const MAX_PERMITTED = 50
const CONFIDENCE_OF_A_PART = 0.5
const CONFIDENCE_PER_FAILED_SOURCE = 0.9

export function renderRescue({
  input,
  block,
  account,
  plan,
  holdings,
  spam,
  leftOut,
  unlisted,
  approvals,
  intelAsOf,
}: {
  input: RescueInput
  block: PinnedBlock
  account: Account
  plan: RescuePlan
  holdings: FoundHoldings
  /** Assets that look like spam and stay. */
  spam: number
  /** Assets beyond the bound. */
  leftOut: readonly RescueAsset[]
  /** Collections with more items than holdings name. */
  unlisted: number
  /** Null: they could not be read. */
  approvals: WalletApprovals | null
  intelAsOf: string
}): RescueResult {
  const unavailable = [...(plan.simulated ? [] : ['simulation']), ...(approvals === null ? ['logs'] : [])].sort()
  const complete = holdings.complete && leftOut.length === 0 && unlisted === 0 && approvals?.complete === true
  const trust = CONFIDENCE_PER_FAILED_SOURCE ** unavailable.length * (complete ? 1 : CONFIDENCE_OF_A_PART)
  const assets = plan.assets.filter(({ amount }) => amount > 0n).map(renderAsset)
  const transactions = plan.calls.map((call, at) => renderCall(call, { at, plan, input }))
  const permitted = (approvals?.approvals ?? []).filter(({ allowance, balance }) => allowance > 0n && balance !== 0n)
  const chainId = numberToHex(CHAIN_IDS[input.chain])
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
    totals: totalsOf({ assets, transactions, block }),
    permitted: permitted.slice(0, MAX_PERMITTED).map(({ token, spender, valueAtRiskUsd }) => ({
      token: getAddress(token),
      spender: getAddress(spender),
      valueAtRiskUsd,
    })),
    race: { fundingIsSwept: plan.fundingIsSwept, noncesCovered: plan.nonces.length },
    steps: stepsOf(input, { plan, account }),
    warnings: addressWarnings({ chain: input.chain, spelling: input.spelling, keyless: false }),
    confidence: capConfidence(input.chain, Math.round(100 * trust) / 100),
    complete,
    cut: [
      ...holdings.cut,
      ...(leftOut.length > 0 ? [`${leftOut.length} assets of least value: ask again when these are moved`] : []),
      ...(unlisted > 0 ? [`items of ${unlisted} collections: ask again when the others are moved`] : []),
      ...(spam > 0 ? [`${spam} assets that look like spam: options.includeSpam moves them too`] : []),
      ...(approvals?.cut ?? ['approvals of others']),
    ],
    unknown: unknownOf(plan, { complete, assets }),
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
  { to, data, purpose, gasUsed }: RescueCall,
  { at, plan, input }: { at: number; plan: RescuePlan; input: RescueInput },
): RenderedRescueTransaction {
  const sets = plan.calls.findIndex((call) => call.purpose === 'rescue') === at
  const authorized = sets ? GAS_PER_AUTHORIZATION * BigInt(plan.nonces.length) : 0n
  return {
    from: getAddress(input.sponsor),
    to: to === null ? null : getAddress(to),
    data,
    value: '0x0',
    chainId: numberToHex(CHAIN_IDS[input.chain]),
    gas: gasUsed === null ? null : numberToHex(limitOf(gasUsed, authorized)),
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

function limitOf(gasUsed: bigint, authorized: bigint): bigint {
  const limit = (gasUsed * 3n) / 2n + GAS_KEPT + authorized
  return limit < MAX_GAS ? limit : MAX_GAS
}

function totalsOf({
  assets,
  transactions,
  block,
}: {
  assets: readonly RenderedRescueAsset[]
  transactions: readonly RenderedRescueTransaction[]
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
    // Twice the base fee: it may rise until the transactions are sent.
    feeWei: gas === null ? null : String(gas * 2n * block.baseFeePerGas),
  }
}

function stepsOf({ safe, sponsor }: RescueInput, { plan, account }: { plan: RescuePlan; account: Account }): string[] {
  const deploys = plan.calls.some(({ purpose }) => purpose === 'deploy')
  return [
    `Do not send coins to the account${plan.fundingIsSwept === true ? ': in simulation they leave it at once' : ''}. ${getAddress(sponsor)} pays for everything.`,
    `Sign the ${plan.nonces.length} authorizations with the key of ${getAddress(account.address)}, in a tool that sends nothing. They let anyone move its assets to ${getAddress(safe)} and nowhere else.`,
    ...(deploys ? ['Send the first transaction, which deploys the contract, and wait until it is mined.'] : []),
    'Put the signed authorizations into the transaction of type 0x4, sign it with the sponsor’s key, and send it through a private relay, so that a thief does not see it before it is mined.',
    ...(plan.calls.filter(({ purpose }) => purpose === 'rescue').length > 1
      ? [
          'Send the other transactions with it, in one bundle and in this order: between two blocks a thief can change the delegate, and then they move nothing. Ask again for what is left.',
        ]
      : []),
    'Check the safe address.',
    'Never use the account again: a thief who has its key can change its delegate at any time.',
  ]
}

function unknownOf(
  plan: RescuePlan,
  { complete, assets }: { complete: boolean; assets: readonly RenderedRescueAsset[] },
): string[] {
  const unknown: string[] = []
  if (!complete) unknown.push('assets')
  if (plan.fundingIsSwept === null) unknown.push('race.fundingIsSwept')
  if (assets.some(({ saved }) => saved === null)) unknown.push('assets.saved')
  if (assets.some(({ valueUsd }) => valueUsd === null)) unknown.push('assets.valueUsd')
  return unknown
}
