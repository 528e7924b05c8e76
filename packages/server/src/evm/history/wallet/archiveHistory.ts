import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory, WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isDelegation } from '../../rpc/rpcValues.ts'
import { searchCreation } from '../searchCreation.ts'
import { selectorOf } from './explorerValues.ts'
import type { HistoryAnswer, HistoryReader } from './historyAnswer.ts'

/** Reads per round trip: four bits of the block number each. */
const LOOKS = 15n

const NAME = 'old state'
/** Of the transactions that the wallet sent, the newest that are searched for. */
const MAX_SENT = 5

/**
 * A node that keeps old state. A nonce only grows, and the balance of a key that has sent nothing only grows: both are searched
 * for their first block, and that block's transactions tell who paid. Knows how a wallet began and what it sent last.
 */
export function archiveHistory(chain: ChainSource): HistoryReader {
  type Begun = Pick<HistoryAnswer, 'firstSeen' | 'funding'>

  async function seenIn(number: bigint): Promise<NonNullable<WalletHistory['firstSeen']>> {
    const { timestamp } = await chain.blockAt(number, AbortSignal.timeout(5_000))
    return { blockNumber: number, timestamp: Number(timestamp), hash: null }
  }

  /** The first payment in a block: by the traces where an endpoint has them, else by the transactions alone. */
  async function paymentIn(number: bigint, wallet: Address, signal: AbortSignal): Promise<WalletHistory['funding']> {
    const traced = await chain.paymentsIn(number, signal).catch(() => null)
    const found = traced?.find(({ to, value }) => to === wallet && value > 0n)
    if (found) return { from: found.from, hash: found.transaction, blockNumber: number, value: found.value }
    const sent = await chain.transactionsIn(number, signal)
    for (const { hash, transaction } of sent.filter(({ transaction: { to, value } }) => to === wallet && value > 0n)) {
      const { success } = await chain.receipt(hash, signal)
      if (success) return { from: transaction.from, hash, blockNumber: number, value: transaction.value }
    }
    return null
  }

  async function begun(
    block: PinnedBlock,
    wallet: Address,
    nonce: number,
    cut: string[],
    signal: AbortSignal,
  ): Promise<Begun> {
    const nonceFrom = (least: number) => async (at: bigint) => {
      const then = await chain.nonceAt(block, at, wallet, signal)
      return then === null ? null : then >= least
    }
    const sent = nonce === 0 ? null : await searchBlocks(nonceFrom(1), { until: block.number })
    if (sent !== null && sent.block === null) {
      cut.push(`${NAME}: nobody keeps what is older than block ${sent.notAfter}`)
      return {}
    }
    /** Until then the balance could only grow. */
    const until = sent?.block ?? block.number
    const balance = await chain.balanceAt(block, until, wallet, signal)
    const before = sent?.block ? await chain.balanceAt(block, until - 1n, wallet, signal) : balance
    if (before === null) return {}
    if (before === 0n && sent === null) return { firstSeen: null, funding: null }
    const hasBalance = async (at: bigint) => {
      const then = await chain.balanceAt(block, at, wallet, signal)
      return then === null ? null : then > 0n
    }
    // Paid and spent in one block, or its gas was paid by others.
    const paid =
      before === 0n
        ? { block: until, notAfter: until }
        : await searchBlocks(hasBalance, { until: sent?.block ? until - 1n : until })
    if (paid.block === null) {
      cut.push(`${NAME}: nobody keeps what is older than block ${paid.notAfter}`)
      return {}
    }
    const [seen, funding] = await Promise.all([
      seenIn(paid.block),
      paymentIn(paid.block, wallet, signal).catch(() => null),
    ])
    const firstSeen = { ...seen, hash: funding?.hash ?? null }
    if (funding !== null) return { firstSeen, funding }
    cut.push(`${NAME}: first seen in block ${paid.block}, which does not tell who paid`)
    return { firstSeen }
  }

  /** The last that it sent: each nonce has the block after which it is higher. */
  async function lastSent(block: PinnedBlock, wallet: Address, nonce: number, signal: AbortSignal) {
    const wanted = Array.from({ length: Math.min(nonce, MAX_SENT) }, (_, at) => nonce - at)
    const found = await Promise.all(
      wanted.map((least) =>
        searchBlocks(
          async (at) => {
            const then = await chain.nonceAt(block, at, wallet, signal)
            return then === null ? null : then >= least
          },
          { until: block.number },
        ),
      ),
    )
    const blocks = [...new Set(found.flatMap(({ block: number }) => (number === null ? [] : [number])))]
    const rows = await Promise.all(blocks.map((number) => sentIn(number, wallet, signal).catch(() => [])))
    const last = found[0]?.block ?? null
    return { rows: rows.flat(), lastSeen: last === null ? null : await seenIn(last) }
  }

  async function sentIn(number: bigint, wallet: Address, signal: AbortSignal): Promise<WalletTransaction[]> {
    const [{ timestamp }, all] = await Promise.all([
      chain.blockAt(number, signal),
      chain.transactionsIn(number, signal),
    ])
    return all
      .filter(({ transaction }) => transaction.from === wallet)
      .reverse()
      .map(({ hash, transaction: { from, to, value, data } }) => ({
        hash,
        blockNumber: number,
        timestamp: Number(timestamp),
        from,
        to,
        value,
        selector: selectorOf(data),
        success: null,
      }))
  }

  return {
    source: 'archive',
    covers: () => true,
    knows: ['firstSeen', 'funding', 'transactions'],
    async ask({ block, address, wanted }, signal) {
      const cut: string[] = []
      const [code, nonce] = await Promise.all([chain.code(block, address, signal), chain.nonce(block, address, signal)])
      if (code !== '0x' && !isDelegation(code)) {
        const made = await searchCreation(chain, { block, address }, signal)
        if (made.block === null) return { cut: [`${NAME}: older than any archive`] }
        return { firstSeen: await seenIn(made.block), cut: [`${NAME}: who first paid a contract is not searched`] }
      }
      const [start, sent] = await Promise.all([
        wanted.has('firstSeen') || wanted.has('funding') ? begun(block, address, nonce, cut, signal) : {},
        wanted.has('transactions') && nonce > 0 ? lastSent(block, address, nonce, signal).catch(() => null) : null,
      ])
      const answer: HistoryAnswer = { ...start, cut }
      if (sent === null) return answer
      if (sent.lastSeen !== null) answer.lastSeen = sent.lastSeen
      if (sent.rows.length > 0) answer.transactions = { rows: sent.rows, complete: false }
      return answer
    },
  }
}

/** The oldest block where a condition holds; `block` null: no node keeps state that old, and it held at `notAfter`. */
type FoundBlock = { block: bigint | null; notAfter: bigint }

/**
 * Searches for the block from which a condition holds for good: it holds at `until`, and once true it stays true. Several blocks
 * are read at a time, as one batch.
 * @param holds null where the state is not kept, which is so for every older block too.
 */
export async function searchBlocks(
  holds: (block: bigint) => Promise<boolean | null>,
  { after = -1n, until }: { after?: bigint; until: bigint },
): Promise<FoundBlock> {
  let without = after
  let withIt = until
  /** The newest block whose state is not kept. */
  let lost = after
  const floor = () => (lost > without ? lost : without)
  while (withIt - floor() > 1n) {
    const looks = await Promise.all(between(floor(), withIt).map(async (at) => ({ at, held: await holds(at) })))
    for (const { at, held } of looks) {
      if (held === null && at > lost) lost = at
      if (held === false && at > without) without = at
    }
    for (const { at, held } of looks) if (held === true && at > floor() && at < withIt) withIt = at
  }
  return { block: lost > without ? null : withIt, notAfter: withIt }
}

function between(from: bigint, to: bigint): bigint[] {
  const room = to - from - 1n
  const looks = room < LOOKS ? room : LOOKS
  const even = Array.from({ length: Number(looks) }, (_, at) => from + ((to - from) * BigInt(at + 1)) / (looks + 1n))
  return [...new Set(even)]
}
