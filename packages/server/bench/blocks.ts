import type { BenchOptions } from './main.ts'
import { LONDON, openRecordedBlocks } from './replay/recordedBlocks.ts'
import { replayBlock, wronglyEncoded } from './replay/replayBlock.ts'

/**
 * Replays real blocks: the engine is forked at the parent with the recorded state, executes all transactions as one
 * block, and must come to the header's gasUsed, logs bloom and receipts root (which covers every status and log). Every
 * transaction of every block is encoded anew and must come to its hash.
 */
export default async function blocks({ data }: BenchOptions): Promise<object> {
  const recorded = await openRecordedBlocks(data)
  const excluded = new Map<string, string[]>()
  const different: object[] = []
  const replayed = { blocks: 0, exact: 0, transactions: 0, blobTransactions: 0 }
  const encoded = { transactions: 0, wrong: [] as string[] }
  for (const number of recorded.numbers) {
    const block = await recorded.block(number)
    encoded.transactions += block.transactions.length
    encoded.wrong.push(...wronglyEncoded(block))
    if (BigInt(number) < LONDON) {
      const reason = 'before London: the engine has no exact rules for it'
      excluded.set(reason, [...(excluded.get(reason) ?? []), number])
      continue
    }
    const difference = await replayBlock(block, await recorded.state(number), recorded.hashes)
    replayed.blocks++
    if (difference === null) {
      replayed.exact++
      replayed.transactions += block.transactions.length
      replayed.blobTransactions += block.transactions.filter(({ type }) => type === '0x3').length
    } else different.push({ block: number, ...difference })
  }
  const reasons = [...excluded].map(([reason, which]) => ({ reason, count: which.length, blocks: which }))
  return { ...replayed, different, excluded: reasons, encoded }
}
