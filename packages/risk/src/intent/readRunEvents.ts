import { decodeAbiParameters } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import { COIN_EVENTS, type Log } from '../facts/execution.ts'
import type { HoldingChange } from './intentBounds.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
/** Permit2: owner, token and spender as topics, then the amount. */
const PERMIT2: ReadonlySet<string> = new Set([
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
])

/** Wrapped coins tell these alone: they mint and burn without a transfer. */
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
/** ERC-6909: caller, then sender, receiver and id as topics; owner, spender and id as topics; owner and spender as topics. */
const TRANSFER_6909 = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'
const APPROVAL_6909 = '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7'
const OPERATOR_SET = '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267'
/** ERC-777: operator, then holder. */
const AUTHORIZED_OPERATOR = '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9'
/** A wallet tells who controls it now: AddedOwner, EnabledModule, ChangedGuard, ChangedFallbackHandler, ChangedMasterCopy, Upgraded. */
const CONTROL: ReadonlySet<string> = new Set([
  '0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26',
  '0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440',
  '0x1151116914515bc0891ff9047a6cb32cf902546f83066499bcf8ba33d2353fa2',
  '0x5ac6c46c93c8d0e53714ba3b53db3e7c046da994313d7ed0d192028bc7c228b0',
  '0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8',
  '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b',
])
/** Owner before, then after. */
const OWNERSHIP_TRANSFERRED = '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0'
/** Role, account, then who granted it. */
const ROLE_GRANTED = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d'

/** Events that move holdings, permissions or control. */
export const TELLING_EVENTS: ReadonlySet<string> = new Set([
  ...[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH, DEPOSIT, WITHDRAWAL, TRANSFER_6909],
  ...[APPROVAL, APPROVAL_FOR_ALL, APPROVAL_6909, OPERATOR_SET, AUTHORIZED_OPERATOR, ...PERMIT2],
  ...[OWNERSHIP_TRANSFERRED, ROLE_GRANTED, ...CONTROL],
])

const BATCH_DATA = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const
const ZERO: Address = `0x${'00'.repeat(20)}`

/** Which permission it is: one spender can have several over one asset, and use them all. */
export type AllowanceKind =
  | 'amount'
  | 'item'
  | 'operator'
  | 'permit2'
  | 'amount-6909'
  | 'operator-6909'
  | 'operator-777'
  | 'control'

/** A permission as its event tells it: the amount that holds afterwards. */
export type LoggedAllowance = {
  kind: AllowanceKind
  asset: Address
  tokenId: bigint | null
  owner: Address
  spender: Address
  amount: bigint | 'unlimited'
}
export type ReadEvents = {
  changes: HoldingChange[]
  /** Those of the changes that ERC-6909 events tell: no other source of facts counts these holdings. */
  changes6909: HoldingChange[]
  allowances: LoggedAllowance[]
}

export function allowanceKey({ kind, asset, tokenId, owner, spender }: LoggedAllowance): string {
  return [kind, asset, tokenId ?? '', owner, spender].join()
}

/**
 * Returns what the events say of holdings and permissions, each account and asset once.
 * @throws Error for an event whose data cannot be read.
 */
export function readRunEvents(events: readonly Log[]): ReadEvents {
  const net = new Map<string, HoldingChange>()
  const net6909 = new Map<string, HoldingChange>()
  const allowances = new Map<string, LoggedAllowance>()
  for (const log of events) {
    const { address, topics } = log
    const parties = partiesOf(log)
    if (parties !== null) {
      const asset = address === COIN_EVENTS ? 'native' : address
      for (const { tokenId, amount } of movedBy(log))
        for (const sums of topics[0] === TRANSFER_6909 ? [net, net6909] : [net]) {
          add(sums, { account: parties.from, asset, tokenId, amount: -amount })
          add(sums, { account: parties.to, asset, tokenId, amount })
        }
      continue
    }
    const one = allowanceOf(log)
    if (one !== null) allowances.set(allowanceKey(one), one)
  }
  return { changes: moved(net), changes6909: moved(net6909), allowances: [...allowances.values()] }
}

/** Adds a change to the sum of its account and asset. */
function add(sums: Map<string, HoldingChange>, change: HoldingChange): void {
  const key = `${change.account}:${change.asset}:${change.tokenId ?? ''}`
  sums.set(key, { ...change, amount: (sums.get(key)?.amount ?? 0n) + change.amount })
}

function moved(sums: ReadonlyMap<string, HoldingChange>): HoldingChange[] {
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** Sender and receiver of an event; null where it moves nothing. */
function partiesOf({ topics: [kind, first, second, third], data }: Log): { from: Address; to: Address } | null {
  if (kind === TRANSFER && first === undefined)
    // Tokens older than indexed events put all three into the data.
    return { from: addressOf(wordHex(data, 0)), to: addressOf(wordHex(data, 1)) }
  if (kind === DEPOSIT || kind === WITHDRAWAL) {
    if (first === undefined || second !== undefined || data.length !== 66) return null
    return kind === DEPOSIT ? { from: ZERO, to: addressOf(first) } : { from: addressOf(first), to: ZERO }
  }
  const isSingle = kind === TRANSFER_SINGLE || kind === TRANSFER_BATCH
  const [from, to] = isSingle ? [second, third] : kind === TRANSFER || kind === TRANSFER_6909 ? [first, second] : []
  return from === undefined || to === undefined ? null : { from: addressOf(from), to: addressOf(to) }
}

function movedBy({ topics: [kind, first, , third], data }: Log): { tokenId: bigint | null; amount: bigint }[] {
  if (kind === DEPOSIT || kind === WITHDRAWAL) return [{ tokenId: null, amount: word(data, 0) }]
  if (kind === TRANSFER_6909) return [{ tokenId: BigInt(third ?? '0x0'), amount: word(data, 1) }]
  if (kind === TRANSFER && first === undefined) return [{ tokenId: null, amount: word(data, 2) }]
  if (kind === TRANSFER)
    return [third === undefined ? { tokenId: null, amount: word(data, 0) } : { tokenId: BigInt(third), amount: 1n }]
  if (kind === TRANSFER_SINGLE) return [{ tokenId: word(data, 0), amount: word(data, 1) }]
  const [ids, amounts] = decodeAbiParameters(BATCH_DATA, data)
  return ids.map((tokenId, at) => ({ tokenId, amount: amounts[at] ?? 0n }))
}

function allowanceOf({ topics, address: asset, data }: Log): LoggedAllowance | null {
  const [kind = '', first, second, third] = topics
  // Older wallets put it into the data.
  if (CONTROL.has(kind)) return controlOf(asset, addressOf(first ?? wordHex(data, 0)), asset)
  if (first === undefined || second === undefined) return null
  if (kind === OWNERSHIP_TRANSFERRED) return controlOf(addressOf(first), addressOf(second), asset)
  if (kind === ROLE_GRANTED) return third === undefined ? null : controlOf(addressOf(third), addressOf(second), asset)
  const parties = { asset, tokenId: null, owner: addressOf(first), spender: addressOf(second) }
  if (kind === APPROVAL && third !== undefined)
    // ERC-721: one item; the zero address is a revocation.
    return { ...parties, kind: 'item', tokenId: BigInt(third), amount: parties.spender === ZERO ? 0n : 1n }
  if (kind === APPROVAL) return { ...parties, kind: 'amount', amount: word(data, 0) }
  if (kind === APPROVAL_FOR_ALL || kind === OPERATOR_SET) {
    const amount = word(data, 0) === 0n ? 0n : 'unlimited'
    return { ...parties, kind: kind === APPROVAL_FOR_ALL ? 'operator' : 'operator-6909', amount }
  }
  if (kind === AUTHORIZED_OPERATOR)
    return { ...parties, kind: 'operator-777', owner: parties.spender, spender: parties.owner, amount: 'unlimited' }
  if (third === undefined) return null
  if (kind === APPROVAL_6909) return { ...parties, kind: 'amount-6909', tokenId: BigInt(third), amount: word(data, 0) }
  if (!PERMIT2.has(kind)) return null
  return { ...parties, kind: 'permit2', asset: parties.spender, spender: addressOf(third), amount: word(data, 0) }
}

/** Control counts as a permission without a limit. */
function controlOf(owner: Address, spender: Address, asset: Address): LoggedAllowance {
  const amount = spender === ZERO || spender === owner ? 0n : 'unlimited'
  return { kind: 'control', asset, tokenId: null, owner, spender, amount }
}

function addressOf(topic: Hex): Address {
  return `0x${topic.slice(26)}`
}

function word(data: Hex, index: number): bigint {
  return BigInt(wordHex(data, index))
}

function wordHex(data: Hex, index: number): Hex {
  const hex = data.slice(2 + index * 64, 66 + index * 64)
  if (hex.length < 64) throw new Error('an event without its data')
  return `0x${hex}`
}
