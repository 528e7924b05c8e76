import { appendFile, rm } from 'node:fs/promises'
import type { Hex } from '@redoubt/risk/address.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import type { BenchOptions } from './main.ts'
import type { Attack } from './metamorphic/attack.ts'
import { readBases } from './metamorphic/bases.ts'
import { makeAttacks } from './metamorphic/makeAttacks.ts'
import { mineRecordedBlock, withRecordedParent } from './replay/parentState.ts'
import { LONDON, openRecordedBlocks } from './replay/recordedBlocks.ts'

const IN_FLIGHT = 4
const MAX_TRIES = 6
/** What counts as caught. */
const ALARMS: readonly string[] = ['CAUTION', 'BLOCK']

type Judged = {
  transformation: string
  shape: string
  variant: string
  block: string
  hash: Hex
  recommendation: string
  riskScore: number
  complete: boolean
  unknown: string[]
  revertReason: string | null
  findings: string[]
  body: object
}

/**
 * Attacks made of the transactions of recorded mainnet blocks, scanned over HTTP at the state before the block. Each one is executed
 * first: where the thief gets nothing, it is left out and counted. METAMORPHIC_SEED (1) draws what differs from attack to attack.
 * METAMORPHIC_ONLY: a pattern of the transactions to use. Only the blocks for development are read (see `real-life`).
 */
export default async function metamorphic({ data, details }: BenchOptions): Promise<object> {
  const seed = process.env.METAMORPHIC_SEED ?? '1'
  const only = new RegExp(process.env.METAMORPHIC_ONLY ?? '')
  const recorded = await openRecordedBlocks(data)
  const numbers = recorded.numbers.filter((number) => BigInt(number) >= LONDON).filter((_, index) => index % 2 === 0)
  const excluded: Record<string, number> = {}
  const exclude = (reason: string) => {
    excluded[reason] = (excluded[reason] ?? 0) + 1
  }
  const judged: Judged[] = []
  if (details !== null) await rm(details, { force: true })
  for (const number of numbers) {
    const block = await recorded.block(number)
    const { receipts, accounts } = await mineRecordedBlock(block, await recorded.state(number), recorded.hashes)
    const beside = <Value>(job: Parameters<typeof withRecordedParent<Value>>[3], extend = false) =>
      withRecordedParent(block, accounts, recorded.hashes, job, extend)
    const all = await beside((rpc) => readBases(number, block, { receipts, accounts, rpc }, exclude))
    const bases = all.filter(({ hash }) => only.test(hash))
    if (bases.length === 0) continue
    const attacks = await makeAttacks(block, { bases, accounts, seed, beside, exclude })
    const own = await beside((_, url) => scanAttacks(attacks, url), true)
    judged.push(...own)
    if (details !== null) await appendFile(details, own.map((one) => `${JSON.stringify(one)}\n`).join(''))
  }
  return { seed, blocks: numbers, ...figuresOf(judged), excluded }
}

async function scanAttacks(attacks: readonly Attack[], rpcUrl: string): Promise<Judged[]> {
  const { app, url, tokens } = await quietApp('live', { ETHEREUM_RPC_URLS: rpcUrl })
  const clients = tokens.map((token) => createScanClient(url, token))
  const judged: Judged[] = []
  const queue = [...attacks]
  const work = async (client: ReturnType<typeof createScanClient>) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { transformation, shape, variant, base, body } = next
      const { recommendation, riskScore, complete, unknown, warnings, simulation } = await patiently(() =>
        client.scan(body),
      )
      judged.push({
        transformation,
        shape,
        variant,
        block: base.block,
        hash: base.hash,
        recommendation,
        riskScore,
        complete,
        unknown,
        revertReason: simulation?.revertReason ?? null,
        findings: warnings.filter(({ severity }) => severity !== 'info').map(({ id, severity }) => `${id} ${severity}`),
        body,
      })
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

/** Asks again where a busy machine refused. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (tries === MAX_TRIES || !(error instanceof Error) || !/answered 503|no complete answer/.test(error.message))
        throw error
      await new Promise((resolve) => setTimeout(resolve, tries * 1_000))
    }
  }
}

function figuresOf(judged: readonly Judged[]): object {
  const isCaught = ({ recommendation }: Judged) => ALARMS.includes(recommendation)
  const share = (ones: readonly Judged[]) => Math.round((ones.filter(isCaught).length / ones.length) * 10_000) / 10_000
  const groups = Object.groupBy(judged, ({ transformation, shape }) => `${transformation}, ${shape}`)
  return {
    n: judged.length,
    caught: share(judged),
    missed: judged.filter((one) => !isCaught(one)).length,
    by: Object.fromEntries(
      Object.entries(groups).map(([name, ones = []]) => [name, { n: ones.length, caught: share(ones) }]),
    ),
    proceeding: judged.filter(({ recommendation }) => recommendation === 'PROCEED').length,
  }
}
