import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainLog, ChainSource } from '../../rpc/chainSource.ts'
import type { HistoryReader, Movement, Rows } from './historyAnswer.ts'

const NAME = 'logs'
/** Limit of transfers read per wallet and direction. */
const MAX = 10_000
/** Limit of answers: where ranges are narrow, the rest of the scan needs the endpoint too. */
const MAX_ANSWERS = 24

/** keccak256 of Transfer(address,address,uint256): ERC-20 and ERC-721. */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** ERC-1155: TransferSingle and TransferBatch, with the operator before the parties. */
const SINGLE: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const BATCH: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Reads token transfers from logs with any node, newest first within the time. Any contract may write such logs. */
export function logHistory(chain: ChainSource): HistoryReader {
  return {
    source: 'head',
    covers: () => true,
    knows: ['tokens'],
    async ask({ block, address }, signal) {
      const party: Hex = `0x${address.slice(2).padStart(64, '0')}`
      const cut: string[] = []
      const lists = await Promise.all([
        newest({ block, topics: [TRANSFER, party] }, cut, signal),
        newest({ block, topics: [[TRANSFER, SINGLE, BATCH], null, party] }, cut, signal),
        newest({ block, topics: [[SINGLE, BATCH], null, null, party] }, cut, signal),
      ])
      const rows = [
        ...new Map(
          lists.flatMap(({ rows: logs }) => logs).map((log) => [`${log.blockNumber}:${log.logIndex}`, log]),
        ).values(),
      ]
      const tokens: Rows<Movement> = {
        rows: rows.flatMap(movementsOf),
        complete: lists.every(({ complete }) => complete),
      }
      return { tokens, cut: [...new Set(cut)] }
    },
  }

  async function newest(
    { block, topics }: { block: PinnedBlock; topics: (Hex | Hex[] | null)[] },
    cut: string[],
    signal: AbortSignal,
  ): Promise<Rows<ChainLog>> {
    const rows: ChainLog[] = []
    let answers = 0
    let since = block.number + 1n
    try {
      const filter = { topics, fromBlock: 0n, toBlock: block.number, pin: block }
      for await (const page of chain.logPages(filter, { signal, newestFirst: true })) {
        for (const log of page.logs) rows.push(log)
        since = page.fromBlock
        if (since > 0n && (rows.length >= MAX || ++answers >= MAX_ANSWERS)) break
      }
      if (since <= 0n) return { rows, complete: true }
      cut.push(`${NAME}: token transfers since block ${since}`)
    } catch {
      const why = signal.aborted ? 'no time for older ones' : 'older ones could not be read'
      cut.push(
        since > block.number
          ? `${NAME}: token transfers could not be read`
          : `${NAME}: token transfers since block ${since}, ${why}`,
      )
    }
    return { rows, complete: false }
  }
}

/** Reads the movements of one log, which may hold several ids. Logs outside the standards are left out: any contract may write anything. */
function movementsOf({ address, topics, data, blockNumber, transactionHash, timestamp }: ChainLog): Movement[] {
  const [kind, one, two, three] = topics
  const common = { hash: transactionHash, blockNumber, timestamp: timestamp ?? null, token: address }
  if (kind === TRANSFER && one && two) {
    const parties = { from: addressIn(one), to: addressIn(two) }
    if (three !== undefined) return [{ ...common, ...parties, assetType: 'erc721', tokenId: BigInt(three), amount: 1n }]
    if (data.length !== 66) return []
    return [{ ...common, ...parties, assetType: 'erc20', tokenId: null, amount: BigInt(data) }]
  }
  if (!two || !three) return []
  const parties = { from: addressIn(two), to: addressIn(three), assetType: 'erc1155' as const }
  const words = wordsOf(data)
  if (kind === SINGLE)
    return words.length === 2 ? [{ ...common, ...parties, tokenId: words[0] ?? 0n, amount: words[1] ?? 0n }] : []
  const [ids, amounts] = [listAt(words, words[0]), listAt(words, words[1])]
  if (kind !== BATCH || ids === null || ids.length !== amounts?.length) return []
  return ids.map((tokenId, at) => ({ ...common, ...parties, tokenId, amount: amounts[at] ?? 0n }))
}

function addressIn(topic: Hex): Address {
  return `0x${topic.slice(-40)}`
}
function wordsOf(data: Hex): bigint[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}
/** An ABI-encoded list of words; null when it does not fit. */
function listAt(words: readonly bigint[], offset: bigint | undefined): bigint[] | null {
  if (offset === undefined || offset % 32n !== 0n || offset / 32n >= BigInt(words.length)) return null
  const at = Number(offset / 32n)
  const length = words[at] ?? 0n
  return length <= BigInt(words.length - at - 1) ? words.slice(at + 1, at + 1 + Number(length)) : null
}
