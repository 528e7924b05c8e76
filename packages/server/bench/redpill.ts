import { writeFile } from 'node:fs/promises'
import { honestScenarios } from '../src/sandbox/scenarios/honest.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import type { TransactionScanResult } from '../src/usecases/scans/transaction/renderTransaction.ts'
import type { BenchOptions } from './main.ts'
import { percentile } from './percentile.ts'
import { deployRedpill, type RedpillCase } from './redpill/deployRedpill.ts'

const DEADLINE_MS = 30_000
const FLAGGED: readonly string[] = ['CAUTION', 'BLOCK']

/**
 * Contracts of ours that look at the block, the gas or the time, by POST /v1/scan/transaction on the sandbox's Ethereum:
 * drainers that behave where they believe themselves watched (or until the moment comes), deposits that are never paid back, and
 * honest ones, with the sandbox's own honest transactions.
 */
export default async function redpill({ details }: BenchOptions): Promise<object> {
  const { app, url, tokens } = await quietApp('test')
  const clients = tokens.map((token) => createScanClient(url, token))
  try {
    const sandbox = await app.sandbox()
    const ordinary = honestScenarios(sandbox.world.ethereum).map(({ id, body }) => ({ id, ...body }))
    const { drainers, exitless, honest } = await deployRedpill(sandbox)
    let count = 0
    const scan = (body: object) =>
      (clients[count++ % clients.length] as (typeof clients)[number]).scan({
        chain: 'ethereum',
        options: { deadlineMs: DEADLINE_MS },
        ...body,
      })
    const judged = {
      drainers: await scanAll(drainers, scan),
      exitless: await scanAll(exitless, scan),
      honest: await scanAll([...honest, ...ordinary] as RedpillCase[], scan),
    }
    const all = [...judged.drainers, ...judged.exitless, ...judged.honest]
    if (details !== null) await writeFile(details, all.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const recommended = (list: Judged[], ...wanted: string[]) =>
      list.filter(({ result }) => wanted.includes(result.recommendation)).map(({ id }) => id)
    const own = (list: Judged[]) =>
      list.filter(({ result }) =>
        result.warnings.some(
          ({ id, severity }) =>
            id === 'simulation-evading-transaction' && (severity === 'critical' || severity === 'high'),
        ),
      )
    const flagged = recommended(judged.drainers, ...FLAGGED)
    return {
      drainers: judged.drainers.length,
      flagged: flagged.length,
      flaggedByEnvironment: own(judged.drainers).length,
      missed: judged.drainers.map(({ id }) => id).filter((id) => !flagged.includes(id)),
      exitless: judged.exitless.length,
      exitlessFlagged: recommended(judged.exitless, ...FLAGGED),
      honest: judged.honest.length,
      honestBlocked: recommended(judged.honest, 'BLOCK'),
      honestCautioned: recommended(judged.honest, 'CAUTION'),
      honestReviewed: recommended(judged.honest, 'REVIEW'),
      honestByEnvironment: own(judged.honest).map(({ id }) => id),
      runsMean:
        Math.round(
          (10 * all.reduce((sum, { result }) => sum + (result.simulation?.environments.length ?? 0), 0)) / all.length,
        ) / 10,
      runsMost: Math.max(...all.map(({ result }) => result.simulation?.environments.length ?? 0)),
      p50: percentile(
        all.map(({ milliseconds }) => milliseconds),
        0.5,
      ),
      p95: percentile(
        all.map(({ milliseconds }) => milliseconds),
        0.95,
      ),
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await app.close()
  }
}

type Judged = { id: string; result: TransactionScanResult; milliseconds: number }

/** One after the other. */
async function scanAll(
  cases: readonly RedpillCase[],
  scan: (body: object) => Promise<TransactionScanResult>,
): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const { id, ...body } of cases) {
    const began = performance.now()
    const result = await scan(body)
    judged.push({ id, result, milliseconds: performance.now() - began })
  }
  return judged
}
