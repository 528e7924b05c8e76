import { appendFile, rm } from 'node:fs/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readBlock } from '../src/evm/rpc/createChainSource.ts'
import { traceBlockOverrides } from '../src/evm/simulation/engine/engineCall.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import type { TransactionScanResult } from '../src/usecases/scans/transaction/renderTransaction.ts'
import type { BenchOptions } from './main.ts'
import type { FixtureAccount } from './replay/fixtureSource.ts'
import { mineRecordedBlock, type Receipt, withRecordedParent } from './replay/parentState.ts'
import { LONDON, openRecordedBlocks } from './replay/recordedBlocks.ts'
import type { RecordedBlock } from './replay/replayBlock.ts'
import type { EngineRpc } from './replay/replayChild.ts'

const DEADLINE_MS = 30_000
const IN_FLIGHT = 4
const APPROVALS: ReadonlySet<string> = new Set([
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
])

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Recorded = Record<string, unknown>
export type Judged = { block: string; hash: Hex; body: object; result: TransactionScanResult }

/**
 * Scans every transaction of recorded mainnet blocks over HTTP as a wallet would have before sending: at the parent's
 * state, with the transaction's own gas, fees and nonce. Every second block from London on is for development; the
 * others are read only with `--unopened`.
 */
export default async function realLife({ data, unopened, details }: BenchOptions): Promise<object> {
  const recorded = await openRecordedBlocks(data)
  const numbers = recorded.numbers
    .filter((number) => BigInt(number) >= LONDON)
    .filter((_, index) => index % 2 === (unopened ? 1 : 0))
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

type Parent = {
  receipts: ReadonlyMap<Hex, Receipt>
  accounts: ReadonlyMap<Address, FixtureAccount>
  rpc: EngineRpc
  url: string
}

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

/** Why a transaction cannot be scanned as its wallet saw it; null when it can. */
export async function whyExcluded(
  transaction: Recorded,
  block: RecordedBlock,
  parent: Omit<Parent, 'url'>,
): Promise<string | null> {
  const { receipts, accounts, rpc } = parent
  const from = String(transaction.from).toLowerCase() as Address
  const receipt = receipts.get(transaction.hash as Hex)
  if (Number(transaction.nonce) !== accounts.get(from)?.nonce) return 'after another transaction of its sender'
  const unrecorded = namesUnrecorded(receipt, from, accounts)
  if (unrecorded !== null) return unrecorded
  const alone = await runAlone(transaction, block, rpc)
  if (alone === 'unrecorded') return 'state not recorded: an earlier transaction changed its path'
  if (receipt?.status === '0x1' && alone === 'failed') return 'fails without an earlier transaction'
  return null
}

async function runAlone(
  transaction: Recorded,
  block: RecordedBlock,
  rpc: EngineRpc,
): Promise<'done' | 'failed' | 'unrecorded'> {
  const { from, to, value, input, gas, accessList } = transaction
  const call = { from, to, value, data: input, gas, ...(accessList ? { accessList } : {}), ...feesOf(transaction) }
  const own = readBlock('ethereum', block)
  const blockOverrides = traceBlockOverrides({
    number: own.number,
    timestamp: own.timestamp,
    baseFeePerGas: own.baseFeePerGas,
    gasLimit: own.gasLimit,
    coinbase: own.coinbase,
    prevRandao: own.prevRandao,
  })
  try {
    const { error } = (await rpc('debug_traceCall', call, 'latest', { tracer: 'callTracer', blockOverrides })) as {
      error?: string
    }
    return error === undefined ? 'done' : 'failed'
  } catch (error) {
    return /not recorded/.test(String(error)) ? 'unrecorded' : 'failed'
  }
}

function namesUnrecorded(receipt: Receipt | undefined, from: Address, accounts: Parent['accounts']): string | null {
  for (const { topics } of receipt?.logs ?? []) {
    const [topic, owner, named] = topics
    if (topic === undefined || owner === undefined || named === undefined) continue
    if (addressIn(owner) !== from || accounts.has(addressIn(named))) continue
    if (APPROVALS.has(topic)) return 'approval of an account not recorded'
    if (topic === TRANSFER) return 'tokens to an account not recorded'
  }
  return null
}

function addressIn(topic: Hex): Address {
  return `0x${topic.slice(26)}` as Address
}

function feesOf({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Recorded): object {
  return Number(type ?? 0) < 2 ? { gasPrice } : { maxFeePerGas, maxPriorityFeePerGas }
}

/** Body of a scan, as a wallet writes the transaction. */
export function bodyOf(transaction: Recorded): Record<string, unknown> {
  const { from, to, value, input, gas, nonce, type, accessList, maxFeePerBlobGas, blobVersionedHashes } = transaction
  return {
    chain: 'ethereum',
    from,
    to: to ?? null,
    value,
    data: input,
    gas,
    nonce,
    type: Number(type ?? 0),
    ...feesOf(transaction),
    ...(accessList ? { accessList } : {}),
    ...(Number(type) === 3 ? { maxFeePerBlobGas, blobVersionedHashes } : {}),
    options: { deadlineMs: DEADLINE_MS },
  }
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
