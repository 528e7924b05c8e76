import type { Trade } from '../../src/risk/contractFacts.ts'
import type { Address } from '../../src/risk/facts.ts'
import type { RiskLevel } from '../../src/risk/score.ts'
import { createChainSource } from '../../src/sources/chain/createChainSource.ts'
import { createSimulator } from '../../src/sources/simulation/createSimulator.ts'
import { prepareTrade } from '../../src/sources/trade/prepareTrade.ts'
import { simulateTrade } from '../../src/sources/trade/simulateTrade.ts'
import type { Verdict } from './verdict.ts'

/** What trading alone shows of a token on Ethereum's sandbox: neither owner switches nor code are looked at. */
export function createTradeScan(rpcUrl: string) {
  const source = createChainSource({ chain: 'ethereum', urls: [rpcUrl] })
  const simulator = createSimulator({ sources: { ethereum: source } })
  const scan = async (address: Address): Promise<Verdict> => {
    const began = performance.now()
    const signal = AbortSignal.timeout(30_000)
    const block = await source.head(signal)
    const context = await prepareTrade(
      { chain: source, simulator },
      { block, token: address.toLowerCase() as Address },
      signal,
    )
    const verdict = read(await simulateTrade(context))
    return { ...verdict, milliseconds: Math.round(performance.now() - began) }
  }
  const close = async () => {
    await simulator.close()
    await source.close()
  }
  return { scan, close }
}

/** The levels of detection.md for taxes; nobody, some or all can sell. */
function read({ runs, holders }: Trade): Omit<Verdict, 'milliseconds'> {
  const fresh = runs.filter(({ scenario }) => scenario !== 'holder')
  const patient = fresh.filter(({ scenario }) => scenario !== 'fresh')
  const honeypot = patient.length > 0 && patient.every(({ failed }) => failed !== null)
  const ordinary = fresh.find(({ scenario }) => scenario === 'next-block')
  const later = fresh.find(({ scenario }) => scenario === 'day-later')
  const sellTax = ordinary?.sellTax ?? later?.sellTax ?? null
  const worst = Math.max(0, ...runs.flatMap((run) => [run.buyTax ?? 0, run.sellTax ?? 0, run.alsoLost ?? 0]))
  const some =
    holders.failed > 0 || later?.failed != null || fresh.some((run) => run.scenario === 'after-buys' && run.failed)
  const riskLevel: RiskLevel = honeypot || worst >= 50 ? 'critical' : some || worst >= 20 ? 'high' : 'low'
  return { riskLevel, honeypot, buyTax: ordinary?.buyTax ?? null, sellTax }
}
