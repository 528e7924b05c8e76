import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { readBlock } from '../src/evm/rpc/heads.ts'
import { engineHas, forkAfter, hardforkAt } from '../src/evm/simulation/engine/hardfork.ts'
import { readCallTree } from '../src/evm/simulation/readCallTree.ts'
import { amsterdamChanges } from '../src/evm/simulation/underNextFork.ts'
import type { BenchOptions } from './main.ts'
import { minedUnder, type UnderRules } from './replay/minedUnder.ts'
import { LONDON, openRecordedBlocks } from './replay/recordedBlocks.ts'

/** The newest rules that the engine has. */
const NEWEST = 'osaka'

type Count = { blocks: number; transactions: number; status: number; gas: number; logs: number; notIncluded: number }

/**
 * Mines every recorded block from London on under its own rules, under those of the fork after them and under the newest that the engine
 * has, and compares the receipts of each transaction: status, gas, logs. For Amsterdam, which the engine lacks, it counts what follows from
 * the call trees of its own rules. Transactions whose status changes are printed, and reasons of other gas counted.
 */
export default async function forkDiff({ data }: BenchOptions): Promise<object> {
  const recorded = await openRecordedBlocks(data)
  const none = (): Count => ({ blocks: 0, transactions: 0, status: 0, gas: 0, logs: 0, notIncluded: 0 })
  const [next, newest] = [none(), none()]
  const reasons: Record<string, number> = {}
  const amsterdam = { transactions: 0, withLogs: 0, logs: 0, opcodes: 0, codeSize: 0 }
  let before = 0
  for (const number of recorded.numbers) {
    if (BigInt(number) < LONDON) {
      before++
      continue
    }
    const block = await recorded.block(number)
    const own = readBlock('ethereum', block)
    const current = hardforkAt('ethereum', own.number, own.timestamp)
    const { next: after } = forkAfter({ ...own, rules: current })
    const state = await recorded.state(number)
    const under = (rules: string, trees = false) => minedUnder(block, state, { hashes: recorded.hashes, rules, trees })
    const now = await under(current, true)
    for (const tree of now.trees) countAmsterdam(amsterdam, readCallTree(tree))
    if (engineHas(after)) compare({ number, rules: `${current} → ${after}` }, now, await under(after), next, reasons)
    if (current !== NEWEST)
      compare({ number, rules: `${current} → ${NEWEST}` }, now, await under(NEWEST), newest, reasons)
  }
  return { beforeLondon: before, next, newest: { rules: NEWEST, ...newest }, reasons, amsterdam }
}

function compare(
  { number, rules }: { number: string; rules: string },
  now: UnderRules,
  then: UnderRules,
  count: Count,
  reasons: Record<string, number>,
): void {
  count.blocks++
  for (const [hash, receipt] of now.receipts) {
    count.transactions++
    const other = then.receipts.get(hash)
    if (other === undefined) {
      count.notIncluded++
      const why = then.refused.get(hash) ?? whyLeftOut(now.inputs.get(hash))
      const key = `${rules}: not included, ${why}`
      reasons[key] = (reasons[key] ?? 0) + 1
      process.stderr.write(`${number} ${rules}: ${hash} is not included: ${why}\n`)
      continue
    }
    if (other.status !== receipt.status) {
      count.status++
      process.stderr.write(
        `${number} ${rules}: ${hash} has status ${Number(receipt.status)}, then ${Number(other.status)}\n`,
      )
    }
    const text = (logs: typeof receipt.logs) =>
      JSON.stringify(logs.map(({ address, topics, data }) => [address, topics, data]))
    if (text(other.logs) !== text(receipt.logs)) count.logs++
    if (other.gasUsed === receipt.gasUsed) continue
    count.gas++
    const reason = reasonOf(now.inputs.get(hash)?.input ?? '0x', BigInt(receipt.gasUsed), BigInt(other.gasUsed))
    const key = `${rules}: ${reason}`
    reasons[key] = (reasons[key] ?? 0) + 1
  }
}

/** Most gas that a transaction may ask for (EIP-7825). */
const GAS_CAP = 16_777_216n

function whyLeftOut(given: { input: string; gas: bigint } | undefined): string {
  if (given === undefined) return 'unknown'
  if (given.gas > GAS_CAP) return 'asks for more gas than a transaction may (EIP-7825)'
  return given.gas < floorOf(given.input) ? 'asks for less gas than the floor of its call data (EIP-7623)' : 'unknown'
}

/** EIP-7623: 21,000 gas and 10 for each token of call data, a zero byte being one and any other four. */
function floorOf(input: string): bigint {
  const bytes = input.slice(2).match(/../g) ?? []
  const tokens = bytes.reduce((sum, byte) => sum + (byte === '00' ? 1 : 4), 0)
  return 21_000n + 10n * BigInt(tokens)
}

function reasonOf(input: string, before: bigint, after: bigint): string {
  if (after === floorOf(input)) return 'floor of call data (EIP-7623)'
  return after > before ? 'more gas, other reason' : 'less gas, other reason'
}

function countAmsterdam(
  count: { transactions: number; withLogs: number; logs: number; opcodes: number; codeSize: number },
  tree: CallFrame,
): void {
  const changes = amsterdamChanges(tree)
  const logs = changes.find(({ kind }) => kind === 'logs')?.count ?? 0
  count.transactions++
  count.logs += logs
  if (logs > 0) count.withLogs++
  if (changes.some(({ kind }) => kind === 'opcode')) count.opcodes++
  if (changes.some(({ kind }) => kind === 'code-size')) count.codeSize++
}
