import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { capConfidence } from '@redoubt/risk/engine/experimentalNetwork.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type {
  Permission,
  Revocation,
  RevocationForm,
  RevocationMethod,
  Revocations,
  RevokedPermission,
  Signing,
  SkipReason,
} from '@redoubt/risk/facts/revocationFacts.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import { gasLimit } from '@redoubt/risk/wallet/sendingCost.ts'
import { formatUnits, getAddress, numberToHex } from 'viem/utils'
import { addressWarnings } from './addressWarnings.ts'
import { describeRevocation } from './describeRevocation.ts'
import type { ChosenPermissions, RevokeInput } from './revokeInput.ts'

type RenderedPermission = {
  standard: Permission['standard']
  token: string | null
  spender: string
  tokenId: string | null
  terms: Hex | null
}

/** A permission of a transaction. Amounts in whole units of the token, or `unlimited`; operators `all` or `none`. */
export type RenderedRevoked = RenderedPermission & {
  symbol: string | null
  before: string
  /** Null: could not be read. */
  after: string | null
  verified: boolean | null
}
/** A transaction as `eth_sendTransaction` takes it, quantities in hexadecimal, and what is known of it. */
export type RenderedForm = {
  sentBy: RevocationForm['sender']
  /** Null: any account but this one, which pays. */
  from: string | null
  to: string
  data: Hex
  value: Hex
  chainId: Hex
  /** A limit with room to spare; null: not executed. */
  gas: Hex | null
  type?: '0x4'
  /** EIP-7702, to be signed by the account. */
  authorizationList?: { chainId: Hex; address: string; nonce: Hex }[]
  description: string
  simulation: { success: boolean; gasUsed: string } | null
}
export type RenderedRevocation = RenderedForm & {
  method: RevocationMethod
  approvals: RenderedRevoked[]
  alternative: RenderedForm | null
  fundingIsSwept: boolean | null
  /** A message that the account signs first. */
  signing: (Signing & { account: string }) | null
  /** Executed, and nothing was left; false: something was; null: could not be found out. */
  verified: boolean | null
}
export type RenderedBatch =
  | {
      kind: 'eip5792'
      version: '2.0.0'
      from: string
      chainId: Hex
      atomicRequired: false
      calls: { to: string; data: Hex; value: Hex }[]
    }
  | {
      kind: 'safe'
      safe: string
      to: string
      data: Hex
      value: Hex
      operation: 0 | 1
      nonce: string
      simulation: { gasUsed: string } | null
      verified: boolean | null
    }

/** `data` of POST /v1/wallet/approvals/{address}/revoke: JSON values only. */
export type RevokeResult = {
  address: string
  chain: Chain
  accountType: 'eoa' | 'delegated' | 'safe' | 'smart-account' | 'contract'
  transactions: RenderedRevocation[]
  batch: RenderedBatch | null
  skipped: { approval: RenderedPermission; reason: SkipReason; detail: string }[]
  totals: { transactions: number; approvals: number; gas: string | null }
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

const CONFIDENCE_OF_A_PART = 0.5
const CONFIDENCE_PER_FAILED_SOURCE = 0.9
const NO_VALUE: Hex = '0x0'

export function renderRevocations({
  input,
  block,
  account,
  wallet,
  choice,
  found,
  intelAsOf,
}: {
  input: RevokeInput
  block: PinnedBlock
  account: Account
  wallet: WalletContract | null
  choice: Omit<ChosenPermissions, 'permissions'>
  found: Revocations
  intelAsOf: string
}): RevokeResult {
  const transactions = found.transactions.map((one) => renderRevocation(one, input))
  const unavailable = [...choice.unavailable, ...(found.simulated === false ? ['simulation'] : [])].sort()
  const trust = CONFIDENCE_PER_FAILED_SOURCE ** unavailable.length * (choice.complete ? 1 : CONFIDENCE_OF_A_PART)
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    accountType: wallet?.type ?? (account.class === 'eoa' ? 'eoa' : 'contract'),
    transactions,
    batch: batchOf(input, { wallet, found, transactions }),
    skipped: [...found.skipped, ...choice.skipped].map(({ permission, reason, detail }) => ({
      approval: renderPermission(permission),
      reason,
      detail,
    })),
    totals: {
      transactions: transactions.length,
      approvals: transactions.reduce((sum, { approvals }) => sum + approvals.length, 0),
      gas:
        found.simulated === false
          ? null
          : String(found.transactions.reduce((sum, one) => sum + (gasOf(one) ?? 0n), 0n)),
    },
    warnings: addressWarnings({ chain: input.chain, spelling: input.spelling, keyless: choice.keyless }),
    confidence: capConfidence(input.chain, Math.round(100 * trust) / 100),
    complete: choice.complete,
    cut: choice.cut,
    unknown: unknownOf(choice, { wallet, found, transactions }),
    unavailable,
    blockNumber: String(block.number),
    blockHash: block.hash,
    rulesetVersion: RULESET_VERSION,
    intelAsOf,
  }
}

function unknownOf(
  { complete, walletKnown }: Omit<ChosenPermissions, 'permissions'>,
  {
    wallet,
    found,
    transactions,
  }: { wallet: WalletContract | null; found: Revocations; transactions: readonly RenderedRevocation[] },
): string[] {
  const unknown = complete ? [] : ['approvals']
  if (!walletKnown) unknown.push('accountType')
  if (transactions.length > 0 && (!walletKnown || (wallet?.type === 'safe' && found.proposal === null)))
    unknown.push('batch')
  if (transactions.some(({ verified }) => verified === null)) unknown.push('verified')
  return unknown
}

type Known = Pick<RevokeInput, 'chain' | 'address'> & {
  /** Sends what another account has to send; absent: any may. */
  sponsor?: Address
}

/** Renders one transaction for those who sign it. */
export function renderRevocation(revocation: Revocation, known: Known): RenderedRevocation {
  const { method, alternative, fundingIsSwept, signing } = revocation
  return {
    ...renderForm(revocation, revocation, known),
    method,
    approvals: revocation.permissions.map(renderRevoked),
    alternative: alternative && renderForm(alternative, revocation, known),
    fundingIsSwept,
    signing: signing && { account: getAddress(known.address), ...signing },
    verified: isVerified(revocation),
  }
}

function renderForm(form: RevocationForm, revocation: Revocation, { chain, address, sponsor }: Known): RenderedForm {
  const { sender, authorization, simulation } = form
  const from = sender === 'account' ? address : sponsor
  const gas = gasOf(form)
  return {
    sentBy: sender,
    from: from === undefined ? null : getAddress(from),
    to: getAddress(form.to),
    data: form.data,
    value: NO_VALUE,
    chainId: numberToHex(CHAIN_IDS[chain]),
    gas: gas === null ? null : numberToHex(gas),
    ...(authorization && {
      type: '0x4',
      authorizationList: [
        {
          chainId: numberToHex(authorization.chainId),
          address: getAddress(authorization.address),
          nonce: numberToHex(authorization.nonce),
        },
      ],
    }),
    description: describeRevocation({ ...revocation, sender, authorization }),
    simulation: simulation && { success: simulation.success, gasUsed: String(simulation.gasUsed) },
  }
}

function gasOf({ simulation, publishing }: RevocationForm): bigint | null {
  return simulation === null ? null : gasLimit(simulation.gasUsed, publishing?.gas ?? 0n)
}

function isVerified({ simulation, permissions }: Revocation): boolean | null {
  if (simulation === null) return null
  if (!simulation.success || permissions.some(({ after }) => after !== null && after > 0n)) return false
  return permissions.some(({ after }) => after === null) ? null : true
}

function renderRevoked(permission: RevokedPermission): RenderedRevoked {
  const { standard, tokenId, before, after, unlimited } = permission
  const isFungible = standard === 'erc20' || standard === 'permit2' || standard === 'credit-delegation'
  const isOperator =
    !isFungible &&
    (tokenId === null ||
      standard === 'erc7579-module' ||
      standard === 'session-key' ||
      standard === 'presigned-order' ||
      standard.endsWith('-signature'))
  const units = (amount: bigint) =>
    isOperator ? (amount > 0n ? 'all' : 'none') : formatUnits(amount, isFungible ? (permission.decimals ?? 0) : 0)
  return {
    ...renderPermission(permission),
    symbol: permission.symbol,
    before: unlimited && isFungible ? 'unlimited' : units(before),
    after: after === null ? null : after === before && unlimited && isFungible ? 'unlimited' : units(after),
    verified: after === null ? null : after === 0n,
  }
}

function renderPermission({ standard, token, spender, tokenId, terms }: Permission): RenderedPermission {
  return {
    standard,
    token: token === null ? null : getAddress(token),
    spender: getAddress(spender),
    tokenId: tokenId === null ? null : String(tokenId),
    terms: terms ?? null,
  }
}

/** A signed authorisation or message cannot travel in a batch, and a plain contract makes no calls for others. */
function batchOf(
  { chain, address }: RevokeInput,
  {
    wallet,
    found: { proposal },
    transactions,
  }: { wallet: WalletContract | null; found: Revocations; transactions: readonly RenderedRevocation[] },
): RenderedBatch | null {
  if (wallet?.type === 'contract') return null
  if (wallet?.type === 'safe')
    return (
      proposal && {
        kind: 'safe',
        safe: getAddress(address),
        to: getAddress(proposal.to),
        data: proposal.data,
        value: NO_VALUE,
        operation: proposal.operation,
        nonce: String(proposal.nonce),
        simulation: proposal.gasUsed === null ? null : { gasUsed: String(proposal.gasUsed) },
        verified: proposal.verified,
      }
    )
  const calls = transactions
    .filter(({ authorizationList, signing }) => authorizationList === undefined && signing === null)
    .map(({ to, data, value }) => ({ to, data, value }))
  if (calls.length === 0) return null
  const chainId = numberToHex(CHAIN_IDS[chain])
  return { kind: 'eip5792', version: '2.0.0', from: getAddress(address), chainId, atomicRequired: false, calls }
}
