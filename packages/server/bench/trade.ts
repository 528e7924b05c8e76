import { type DeployedCase, deployCorpus } from '../src/sandbox/corpus/deployCorpus.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { judge } from './corpus/judge.ts'
import { createContractScan } from './corpus/scanByHttp.ts'
import type { Verdict } from './corpus/verdict.ts'

/** Our own corpus on the sandbox's Ethereum: every trap and its honest twin through POST /v1/scan/contract. */
export default async function trade(): Promise<object> {
  const { app, url, tokens } = await quietApp('test')
  const contracts = createContractScan(url, 'ethereum', tokens)
  try {
    const cases = await deployCorpus(await app.sandbox(), 'ethereum')
    return judge(cases, await scanAll(cases, contracts.scan))
  } finally {
    await contracts.close()
    await app.close()
  }
}

/** One after the other. A scan that fails has no verdict, and says why on stderr. */
async function scanAll(
  cases: readonly DeployedCase[],
  scan: (address: DeployedCase['address']) => Promise<Verdict>,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>()
  for (const { id, address } of cases)
    try {
      verdicts.set(id, await scan(address))
    } catch (error) {
      process.stderr.write(`${id}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  return verdicts
}
