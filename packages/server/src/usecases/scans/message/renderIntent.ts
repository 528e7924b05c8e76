import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { OrderAsset, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { isHyperliquidPayment } from '@redoubt/risk/message/hyperliquidPayment.ts'
import { nameAccount } from '@redoubt/risk/wording/accountNames.ts'
import { describeAsset, formatAmount } from '@redoubt/risk/wording/assetNames.ts'
import { getAddress } from 'viem/utils'
import { accountLabel } from '../renderChanges.ts'

/** What may be taken: whole units where the token tells its decimals. `amount` null: any, or not said. */
export type RenderedDebit = {
  assetType: string
  address: string | null
  tokenId: string | null
  /** Base units. */
  amount: string | null
  unlimited: boolean
  /** `5 USDC`, for people. */
  description: string
}

/** One thing the signature allows. Times are Unix seconds, null for none. */
export type RenderedIntent = {
  kind: SignedIntent['kind']
  protocol: string | null
  verifier: string | null
  /** Whose assets or account it is about. */
  owner: string | null
  /** The account that may use it or gains by it; null: any account. */
  by: string | null
  /** Always text. */
  byLabel: string
  takes: RenderedDebit[]
  /** What comes back, and its recipient. */
  returns: (RenderedDebit & { to: string | null })[]
  calls: { to: string | null; value: string; data: string; delegatecall: boolean }[]
  /** Until when the permission lasts once it is given. */
  until: string | null
  /** Until when the signature may be used. */
  deadline: string | null
  /** Whatever else it says, in words of the type. */
  notes: string[]
}

type Accounts = Readonly<Record<Address, Account>>

/** Bytes of call data shown; the whole is in the message. */
const MAX_DATA = 2_050
/** Of a Hyperliquid payment. */
const USD_DECIMALS = 6

/** The answer's words for an intent. Nothing is judged here. */
export function renderIntent(intent: SignedIntent, named: Accounts): RenderedIntent {
  const base: RenderedIntent = {
    kind: intent.kind,
    protocol: intent.protocol,
    verifier: spelled(intent.verifier),
    owner: null,
    by: null,
    byLabel: 'Anyone',
    takes: [],
    returns: [],
    calls: [],
    until: null,
    deadline: null,
    notes: [],
  }
  const by = (address: Address | null) => ({
    by: spelled(address),
    byLabel:
      address === null
        ? 'Anyone'
        : named[address] && named[address].labels.length > 0
          ? nameAccount(address, named[address])
          : accountLabel(named[address]),
  })
  switch (intent.kind) {
    case 'allowance': {
      const { owner, spender, token, tokenId, amount, unlimited, expiration, deadline } = intent
      const debit = { assetType: intent.standard === 'erc721' ? 'erc721' : 'erc20', address: token, tokenId, amount }
      return {
        ...base,
        owner: spelled(owner),
        ...by(spender),
        takes: [debitOf(debit, named, unlimited)],
        until: text(expiration),
        deadline: text(deadline),
      }
    }
    case 'transfer': {
      const { from, to, spender, token, amount, deadline, witness } = intent
      return {
        ...base,
        owner: spelled(from),
        ...by(spender ?? to),
        takes: [debitOf({ assetType: 'erc20', address: token, tokenId: null, amount }, named)],
        deadline: text(deadline),
        notes: witness ? [`witness ${witness.type}`] : [],
      }
    }
    case 'order':
      return {
        ...base,
        owner: spelled(intent.offerer),
        ...by(intent.taker),
        takes: intent.gives.map((asset) => debitOf(asset, named)),
        returns: intent.gets.map((asset) => ({ ...debitOf(asset, named), to: spelled(asset.to) })),
        deadline: text(intent.end),
        notes: intent.bulk === null ? [] : [`one of ${intent.bulk} orders that are signed together`],
      }
    case 'execution':
      return {
        ...base,
        owner: spelled(intent.account),
        calls: intent.calls.map(({ to, value, data, operation }) => ({
          to: spelled(to),
          value: String(value),
          data: data.slice(0, MAX_DATA),
          delegatecall: operation === 1,
        })),
        deadline: text(intent.deadline),
      }
    case 'delegation':
      return { ...base, owner: spelled(intent.account), ...by(intent.delegate), notes: [`chain id ${intent.chainId}`] }
    case 'session':
      return {
        ...base,
        owner: spelled(intent.account),
        ...by(intent.delegate),
        until: text(intent.expiration),
        notes: intent.limits,
      }
    case 'vote':
      return { ...base, ...by(intent.delegate), deadline: text(intent.deadline) }
    case 'sign-in':
      return {
        ...base,
        owner: spelled(intent.address),
        deadline: null,
        notes: [`signs in to ${intent.domain}`, ...intent.resources],
      }
    case 'hidden-transaction': {
      const { transaction } = intent
      const call = transaction && {
        to: spelled(transaction.to),
        value: String(transaction.value),
        data: transaction.data.slice(0, MAX_DATA),
        delegatecall: false,
      }
      return { ...base, owner: spelled(transaction?.from ?? null), calls: call ? [call] : [] }
    }
    case 'blind':
      return { ...base, notes: [`hash ${intent.hash}`] }
    case 'unknown':
      return {
        ...base,
        takes: intent.moves.map(({ token, amount }) => {
          const debit = debitOf({ assetType: 'erc20', address: token, tokenId: null, amount }, named)
          if (token !== null) return debit
          const description = isHyperliquidPayment(intent)
            ? `$${formatAmount(amount, USD_DECIMALS)} of a Hyperliquid balance`
            : `${formatAmount(amount, 0)} base units of an unnamed token`
          return Object.assign(debit, { description })
        }),
        deadline: text(intent.deadline),
      }
  }
}

function debitOf(
  asset: { assetType: string; address: Address | null; tokenId: bigint | null; amount: bigint },
  named: Accounts,
  unlimited = false,
): RenderedDebit {
  const { assetType, address, tokenId, amount } = asset
  const { symbol = null, decimals = null } = (address && named[address]?.token) ?? {}
  const described = { assetType: assetType as OrderAsset['assetType'], address, symbol, decimals, tokenId, amount }
  return {
    assetType,
    address: spelled(address),
    tokenId: text(tokenId),
    amount: String(amount),
    unlimited,
    description: unlimited
      ? `all ${describeAsset({ ...described, amount: 0n }).replace(/^0 /, '')}`
      : describeAsset(described),
  }
}

function spelled(address: Address | null): string | null {
  return address === null ? null : getAddress(address)
}

function text(amount: bigint | null): string | null {
  return amount === null ? null : String(amount)
}
