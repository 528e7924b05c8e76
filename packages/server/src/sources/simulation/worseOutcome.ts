import type { Address, Hex, Log } from '../../risk/facts.ts'
import type { FlatOutcome } from './flatRun.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** Approval, ApprovalForAll, Permit2's Approval and Permit: the owner is the first topic, the first word what it permits. */
const PERMISSIONS: ReadonlySet<string> = new Set([
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
])
/** Percent of the main run's amount: what interest or a Dutch auction may add in a month. */
const MORE = 110n
/** Percent of the main run's amount below which the sender is no longer given what was shown. */
const LESS = 50n
/** The whole collection, by a batch whose ids are not looked into. */
const BATCH = 'batch'

/**
 * Whether another run treats the sender worse than the main one, by the logs: it takes an asset the main run does not,
 * or a tenth more of it; it permits somebody more; or it still takes something and gives less than half. A run that
 * fails takes nothing and is not worse. Where the main run fails, one that pays for what it takes is an offer that is
 * not open yet.
 */
export function worseOutcome(main: FlatOutcome, other: FlatOutcome, sender: Address): boolean {
  if (!other.success) return false
  const ours = movesOf(main.success ? main.logs : [], sender)
  const theirs = movesOf(other.logs, sender)
  const gains = [...theirs.net.values()].some((amount) => amount > 0n)
  const takes = [...theirs.net].filter(([, amount]) => amount < 0n)
  for (const [asset, amount] of takes) {
    const before = ours.net.get(asset) ?? 0n
    const expected = before < 0n ? -before : 0n
    if (-amount * 100n > expected * MORE && (main.success || !gains)) return true
  }
  for (const [permission, amount] of theirs.permitted)
    if (amount * 100n > (ours.permitted.get(permission) ?? 0n) * MORE && main.success) return true
  return (
    takes.length > 0 &&
    [...ours.net].some(([asset, amount]) => amount > 0n && (theirs.net.get(asset) ?? 0n) * 100n < amount * LESS)
  )
}

/** What the sender gains (or loses, negative) by asset, and what it permits by token and spender. */
function movesOf(logs: readonly Log[], sender: Address) {
  const own = `0x${sender.slice(2).padStart(64, '0')}`
  const net = new Map<string, bigint>()
  const permitted = new Map<string, bigint>()
  const move = (asset: string, from: Hex | undefined, to: Hex | undefined, amount: bigint) => {
    const change = (to === own ? amount : 0n) - (from === own ? amount : 0n)
    if (change !== 0n) net.set(asset, (net.get(asset) ?? 0n) + change)
  }
  for (const { address, topics, data } of logs) {
    const [event = '', first, second, third] = topics
    if (event === TRANSFER && third !== undefined) move(`${address}:${third}`, first, second, 1n)
    else if (event === TRANSFER) move(address, first, second, word(data, 0))
    else if (event === TRANSFER_SINGLE) move(`${address}:${word(data, 0)}`, second, third, word(data, 1))
    else if (event === TRANSFER_BATCH) move(`${address}:${BATCH}`, second, third, 1n)
    else if (PERMISSIONS.has(event) && first === own) {
      // The spender of an ERC-721 token may be nobody, which takes the permission back.
      const single = data === '0x' ? BigInt(second ?? '0x0') && 1n : word(data, 0)
      permitted.set([address, ...topics].join(), single)
    }
  }
  return { net, permitted }
}

function word(data: Hex, index: number): bigint {
  const hex = data.slice(2 + index * 64, 66 + index * 64)
  return hex === '' ? 0n : BigInt(`0x${hex}`)
}
