import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/execution.ts'
import { type FlatOutcome, NATIVE } from '../flatRun.ts'

/** Events that move holdings or permissions: Transfer, Approval, ApprovalForAll, TransferSingle, TransferBatch, Permit2's. */
const TELLING: ReadonlySet<string> = new Set([
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
])
/** A tenth: the drift of amounts by interest or a Dutch auction in a month. */
const DRIFT = 10n

/**
 * Whether two runs succeeded alike and moved the same holdings and permissions between the same parties. A payment to the block's
 * builder may go to another builder in each run. `later` runs may differ in amounts by a tenth.
 */
export function sameOutcome(
  main: { outcome: FlatOutcome; coinbase: Address },
  other: { outcome: FlatOutcome; coinbase: Address },
  later: boolean,
): boolean {
  if (main.outcome.success !== other.outcome.success) return false
  const ours = telling(main.outcome.logs, main.coinbase)
  const theirs = telling(other.outcome.logs, other.coinbase)
  if (ours.length !== theirs.length) return false
  return ours.every((log, index) => sameLog(log, theirs[index], later))
}

/**
 * Returns the events to compare. Payments to the builder follow the fees, so only their presence counts. Token events naming the
 * zero address are mints and burns, not payments to a builder whose address is zero in a run.
 */
function telling(logs: readonly Log[], coinbase: Address): Log[] {
  const padded = `0x${coinbase.slice(2).padStart(64, '0')}`
  const anonymous = /^0x0*$/.test(coinbase)
  return logs
    .filter((log) => TELLING.has(log.topics[0] ?? ''))
    .map((log) => {
      const native = log.address === NATIVE
      const paid = native && log.topics[2] === padded
      const names = (topic: Hex, index: number) => index > 0 && topic === padded && (native || !anonymous)
      const topics = log.topics.map((topic, index): Hex => (names(topic, index) ? '0xbuilder' : topic))
      return { ...log, topics, data: paid ? '0x' : log.data }
    })
}

function sameLog(ours: Log, theirs: Log | undefined, later: boolean): boolean {
  if (theirs === undefined || ours.address !== theirs.address) return false
  if (ours.topics.join() !== theirs.topics.join() || ours.data.length !== theirs.data.length) return false
  if (ours.data === theirs.data) return true
  return later && words(ours.data).every((word, index) => close(word, words(theirs.data)[index] ?? 0n))
}

function words(data: Hex): bigint[] {
  return (data.slice(2).match(/.{1,64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

function close(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  const larger = a > b ? a : b
  return difference * DRIFT <= larger
}
