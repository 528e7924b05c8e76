import { appendFile, rm } from 'node:fs/promises'
import type { Hex } from '@redoubt/risk/address.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import type { TransactionScanResult } from '../src/usecases/scans/transaction/renderTransaction.ts'
import type { BenchOptions } from './main.ts'
import { mineRecordedBlock, withRecordedParent } from './replay/parentState.ts'
import { bodyOf, type ParentState, whyExcluded } from './replay/realTransactions.ts'
import { LONDON, openRecordedBlocks } from './replay/recordedBlocks.ts'
import type { RecordedBlock } from './replay/replayBlock.ts'

const IN_FLIGHT = 4

export type Judged = { block: string; hash: Hex; body: object; result: TransactionScanResult }

/**
 * Scans every transaction of recorded mainnet blocks over HTTP as a wallet would have before sending: at the parent's
 * state, with the transaction's own gas, fees and nonce. Every second block from London on is for development; the
 * others are read only with `--unopened`. `REAL_LIFE_BLOCKS`: only these of them, separated by commas.
 */
export default async function realLife({ data, unopened, details }: BenchOptions): Promise<object> {
  const recorded = await openRecordedBlocks(data)
  const only = (process.env.REAL_LIFE_BLOCKS ?? '').split(',').filter((one) => one !== '')
  const numbers = recorded.numbers
    .filter((number) => BigInt(number) >= LONDON)
    .filter((_, index) => index % 2 === (unopened ? 1 : 0))
    .filter((number) => only.length === 0 || only.includes(number))
  const excluded = new Map<string, number>()
  const judged: Judged[] = []
  let transactions = 0
  if (details !== null) await rm(details, { force: true })
  for (const number of numbers) {
    const block = await recorded.block(number)
    transactions += block.transactions.length
    const { receipts, accounts } = await mineRecordedBlock(block, await recorded.state(number), recorded.hashes)
    const own = await withRecordedParent(block, accounts, recorded.hashes, (rpc, url) =>
      scanBlock(number, block, { receipts, accounts, rpc, url }, (reason) =>
        excluded.set(reason, (excluded.get(reason) ?? 0) + 1),
      ),
    )
    judged.push(...own)
    if (details !== null) await appendFile(details, own.map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
  return { blocks: numbers, transactions, ...figuresOf(judged), left: Object.fromEntries(excluded) }
}

type Parent = ParentState & { url: string }

async function scanBlock(
  number: string,
  block: RecordedBlock,
  parent: Parent,
  exclude: (reason: string) => void,
): Promise<Judged[]> {
  const { app, url, tokens } = await quietApp('live', { ETHEREUM_RPC_URLS: parent.url })
  const clients = tokens.map((token) => createScanClient(url, token))
  const judged: Judged[] = []
  const queue = [...block.transactions]
  const work = async (client: ReturnType<typeof createScanClient>) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const reason = await whyExcluded(next, block, parent)
      if (reason !== null) {
        exclude(reason)
        continue
      }
      const body = bodyOf(next)
      judged.push({ block: number, hash: next.hash as Hex, body, result: await client.scan(body) })
    }
  }
  try {
    await Promise.all(clients.slice(0, IN_FLIGHT).map(work))
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await app.close()
  }
  return judged
}

function figuresOf(judged: readonly Judged[]): object {
  const n = judged.length
  const share = (count: number) => Math.round((count / n) * 10_000) / 10_000
  const of = (recommendation: string) => judged.filter(({ result }) => result.recommendation === recommendation)
  const findings: Record<string, Record<string, number>> = {}
  for (const recommendation of ['REVIEW', 'CAUTION', 'BLOCK']) {
    const counts: Record<string, number> = {}
    for (const { result } of of(recommendation))
      for (const { id, severity } of result.warnings) if (severity !== 'info') counts[id] = (counts[id] ?? 0) + 1
    findings[recommendation] = Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a))
  }
  const alarms = [...of('BLOCK'), ...of('CAUTION')].map(({ block, hash, result }) => ({
    block,
    hash,
    recommendation: result.recommendation,
    riskScore: result.riskScore,
    reasons: result.warnings.filter(({ impact }) => impact >= 20).map(({ id, title }) => `${id}: ${title}`),
  }))
  return {
    n,
    proceed: share(of('PROCEED').length),
    review: share(of('REVIEW').length),
    caution: share(of('CAUTION').length),
    block: share(of('BLOCK').length),
    incomplete: share(judged.filter(({ result }) => !result.complete).length),
    findings,
    alarms,
  }
}
