import type { Hex } from '@redoubt/risk/address.ts'

type Rpc = (method: string, params: unknown[]) => Promise<unknown>
type RawLog = { address: Hex; topics: Hex[]; data: Hex; logIndex: Hex }

/** A whole chain as an indexer sees it, in order, in no service's format. */
export type BookTransaction = {
  hash: Hex
  block: number
  at: number
  index: number
  nonce: number
  from: Hex
  to: Hex | null
  made: Hex | null
  value: bigint
  input: Hex
  ok: boolean
  gasUsed: bigint
}
export type BookInternal = {
  hash: Hex
  block: number
  at: number
  from: Hex
  to: Hex
  value: bigint
  type: string
  ok: boolean
  place: string
}
export type BookTransfer = {
  hash: Hex
  block: number
  at: number
  from: Hex
  to: Hex
  token: Hex
  standard: 'ERC-20' | 'ERC-721' | 'ERC-1155'
  id: bigint | null
  value: bigint
  logIndex: number
}
export type ChainBook = { transactions: BookTransaction[]; internals: BookInternal[]; transfers: BookTransfer[] }

const TRANSFER = '0xddf252ad'
const SINGLE = '0xc3d58168'
const BATCH = '0x4a39dc06'

/** Reads a whole chain, as an indexer does: blocks, receipts and traces. */
export async function readChainBook(rpc: Rpc): Promise<ChainBook> {
  const head = Number(await rpc('eth_blockNumber', []))
  const book: ChainBook = { transactions: [], internals: [], transfers: [] }
  for (let number = 0; number <= head; number++) {
    const id = `0x${number.toString(16)}`
    const block = (await rpc('eth_getBlockByNumber', [id, true])) as {
      timestamp: Hex
      transactions: Record<string, Hex>[]
    }
    if (block.transactions.length === 0) continue
    const at = Number(block.timestamp)
    const receipts = (await rpc('eth_getBlockReceipts', [id])) as Record<string, unknown>[]
    for (const [index, one] of block.transactions.entries()) {
      const receipt = receipts[index] as { status: Hex; contractAddress: Hex | null; gasUsed: Hex; logs: RawLog[] }
      const hash = one.hash as Hex
      book.transactions.push({
        hash,
        block: number,
        at,
        index,
        nonce: Number(one.nonce),
        from: one.from as Hex,
        to: one.to ?? null,
        made: receipt.contractAddress,
        value: BigInt(one.value as Hex),
        input: one.input as Hex,
        ok: receipt.status === '0x1',
        gasUsed: BigInt(receipt.gasUsed),
      })
      for (const log of receipt.logs) book.transfers.push(...transfersOf(log, { hash, block: number, at }))
    }
    const traces = (await rpc('trace_block', [id])) as Trace[]
    const failed = traces.filter(({ error }) => error)
    for (const trace of traces) {
      if (trace.traceAddress.length === 0 || !trace.transactionHash) continue
      const { from, to, value = '0x0', callType, address, refundAddress, balance } = trace.action
      const ok = !failed.some(
        (one) =>
          one.transactionHash === trace.transactionHash &&
          one.traceAddress.every((step, i) => trace.traceAddress[i] === step),
      )
      book.internals.push({
        hash: trace.transactionHash,
        block: number,
        at,
        ok,
        place: trace.traceAddress.join('_'),
        from: (from ?? address) as Hex,
        to: (to ?? refundAddress ?? trace.result?.address ?? `0x${'0'.repeat(40)}`) as Hex,
        value: BigInt(balance ?? value),
        type: trace.type === 'call' ? String(callType) : trace.type,
      })
    }
  }
  return book
}

type Trace = {
  type: string
  error?: string
  transactionHash?: Hex
  traceAddress: number[]
  action: { from?: Hex; to?: Hex; value?: Hex; callType?: string; address?: Hex; refundAddress?: Hex; balance?: Hex }
  result?: { address?: Hex }
}

function transfersOf(
  { address, topics, data, logIndex }: RawLog,
  common: { hash: Hex; block: number; at: number },
): BookTransfer[] {
  const [kind = '0x', ...indexed] = topics
  const party = (at: number): Hex => `0x${(indexed[at] ?? '').slice(-40)}`
  const words = (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  const known = { ...common, token: address, logIndex: Number(logIndex) }
  if (kind.startsWith(TRANSFER) && indexed.length === 3)
    return [{ ...known, from: party(0), to: party(1), standard: 'ERC-721', id: BigInt(indexed[2] as Hex), value: 1n }]
  if (kind.startsWith(TRANSFER) && indexed.length === 2 && words.length === 1)
    return [{ ...known, from: party(0), to: party(1), standard: 'ERC-20', id: null, value: words[0] ?? 0n }]
  const parties = { from: party(1), to: party(2), standard: 'ERC-1155' as const }
  if (kind.startsWith(SINGLE)) return [{ ...known, ...parties, id: words[0] ?? 0n, value: words[1] ?? 0n }]
  if (!kind.startsWith(BATCH)) return []
  const count = Number(words[2])
  return Array.from({ length: count }, (_, at) => ({
    ...known,
    ...parties,
    id: words[3 + at] ?? 0n,
    value: words[4 + count + at] ?? 0n,
  }))
}
