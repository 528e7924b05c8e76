import { decodeAbiParameters } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import { COIN_EVENTS, type Log } from '../execution.ts'
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

/** Events that move holdings or permissions. */
export const TELLING_EVENTS: ReadonlySet<string> = new Set([
  ...[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH, APPROVAL, APPROVAL_FOR_ALL, ...PERMIT2],
])

const BATCH_DATA = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const
const ZERO: Address = `0x${'00'.repeat(20)}`

/** A permission as its event tells it: the amount that holds afterwards. */
export type LoggedAllowance = { asset: Address; owner: Address; spender: Address; amount: bigint | 'unlimited' }
export type ReadEvents = { changes: HoldingChange[]; allowances: LoggedAllowance[] }

/**
 * Returns what the events say of holdings and permissions, each account and asset once.
 * @throws Error for an event whose data cannot be read.
 */
export function readRunEvents(events: readonly Log[]): ReadEvents {
  const net = new Map<string, HoldingChange>()
  const allowances = new Map<string, LoggedAllowance>()
  const add = (account: Address, asset: HoldingChange['asset'], tokenId: bigint | null, amount: bigint) => {
    const key = `${account}:${asset}:${tokenId ?? ''}`
    const before = net.get(key)?.amount ?? 0n
    net.set(key, { account, asset, tokenId, amount: before + amount })
  }
  for (const log of events) {
    const [kind = '', first, second, third] = log.topics
    const { address, data } = log
    if (kind === TRANSFER || kind === TRANSFER_SINGLE || kind === TRANSFER_BATCH) {
      const [from, to] = kind === TRANSFER ? [first, second] : [second, third]
      if (from === undefined || to === undefined) continue
      for (const { tokenId, amount } of movedBy(log)) {
        const asset = address === COIN_EVENTS ? 'native' : address
        add(addressOf(from), asset, tokenId, -amount)
        add(addressOf(to), asset, tokenId, amount)
      }
      continue
    }
    const one = allowanceOf(kind, log.topics, address, data)
    if (one !== null) allowances.set(`${one.owner}:${one.asset}:${one.spender}`, one)
  }
  return { changes: [...net.values()].filter(({ amount }) => amount !== 0n), allowances: [...allowances.values()] }
}

function movedBy({ topics: [kind, , , third], data }: Log): { tokenId: bigint | null; amount: bigint }[] {
  if (kind === TRANSFER)
    return [third === undefined ? { tokenId: null, amount: word(data, 0) } : { tokenId: BigInt(third), amount: 1n }]
  if (kind === TRANSFER_SINGLE) return [{ tokenId: word(data, 0), amount: word(data, 1) }]
  const [ids, amounts] = decodeAbiParameters(BATCH_DATA, data)
  return ids.map((tokenId, at) => ({ tokenId, amount: amounts[at] ?? 0n }))
}

function allowanceOf(kind: string, topics: readonly Hex[], address: Address, data: Hex): LoggedAllowance | null {
  const [, owner, second, third] = topics
  if (owner === undefined || second === undefined) return null
  if (kind === APPROVAL && third !== undefined) {
    // ERC-721: one item; the zero address is a revocation.
    const spender = addressOf(second)
    return { asset: address, owner: addressOf(owner), spender, amount: spender === ZERO ? 0n : 1n }
  }
  if (kind === APPROVAL)
    return { asset: address, owner: addressOf(owner), spender: addressOf(second), amount: word(data, 0) }
  if (kind === APPROVAL_FOR_ALL) {
    const amount = word(data, 0) === 0n ? 0n : 'unlimited'
    return { asset: address, owner: addressOf(owner), spender: addressOf(second), amount }
  }
  if (!PERMIT2.has(kind) || third === undefined) return null
  return { asset: addressOf(second), owner: addressOf(owner), spender: addressOf(third), amount: word(data, 0) }
}

function addressOf(topic: Hex): Address {
  return `0x${topic.slice(26)}`
}

function word(data: Hex, index: number): bigint {
  const hex = data.slice(2 + index * 64, 66 + index * 64)
  if (hex.length < 64) throw new Error('an event without its data')
  return BigInt(`0x${hex}`)
}
