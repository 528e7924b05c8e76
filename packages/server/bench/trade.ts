import type { DeployedCase } from '../src/demo/corpus/deployCorpus.ts'
import { deployCorpus } from '../src/demo/corpus/deployCorpus.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { judge } from './corpus/judge.ts'
import { createContractScan } from './corpus/scanByHttp.ts'
import { createTradeScan } from './corpus/scanByTrade.ts'
import type { Verdict } from './corpus/verdict.ts'

/**
 * Our own corpus on the sandbox's Ethereum: every trap and its honest twin through POST /v1/scan/contract, over HTTP.
 * A service without that endpoint is measured by its trade simulation alone, and `scan` says so.
 */
export default async function trade(): Promise<object> {
  const { app, url, tokens } = await quietApp('test')
  try {
    const sandbox = await app.sandbox()
    const cases = await deployCorpus(sandbox, 'ethereum')
    const contracts = createContractScan(url, 'ethereum', tokens)
    const trades = createTradeScan(sandbox.rpcUrls.ethereum)
    try {
      const [first] = cases
      const complete = first !== undefined && (await contracts.scan(first.address)) !== null
      const verdicts = await scanAll(cases, complete ? contracts.scan : trades.scan)
      return { scan: complete ? 'POST /v1/scan/contract' : 'trade simulation alone', ...judge(cases, verdicts) }
    } finally {
      await Promise.all([contracts.close(), trades.close()])
    }
  } finally {
    await app.close()
  }
}

/** One after the other. A scan that fails has no verdict, and says why on stderr. */
async function scanAll(
  cases: readonly DeployedCase[],
  scan: (address: DeployedCase['address']) => Promise<Verdict | null>,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>()
  for (const { id, address } of cases)
    try {
      const verdict = await scan(address)
      if (verdict !== null) verdicts.set(id, verdict)
    } catch (error) {
      process.stderr.write(`${id}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  return verdicts
}
