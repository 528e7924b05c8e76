import { CHAINS } from '@redoubt/risk/chain.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import { createBatchScores } from '../../usecases/reports/batchScores.ts'
import { createEntityJudge } from '../../usecases/reports/entityJudge.ts'
import { createReportEntity } from '../../usecases/reports/reportEntity.ts'
import { createScoreEntity } from '../../usecases/reports/scoreEntity.ts'
import type { HttpPorts } from '../ports.ts'
import { CONTRACT_RESULT } from './testContract.ts'

/** Owner of `trader.eth`; no other name is owned. */
export const NAMED = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

/** The real use cases over the constant scans of the test world. Only the scanned contract of `CONTRACT_RESULT` has code. */
export function testRisk(
  scans: HttpPorts['scans'],
  scores: ScoreStore,
  { now, onProblem }: { now: () => number; onProblem: (error: unknown) => void },
): HttpPorts['risk'] {
  const context = { accountId: 'account-1', requestId: 'r' }
  const judge = createEntityJudge(
    {
      contract: (input, asked) => scans.contract(input, { ...context, ...asked }),
      wallet: (input, asked) => scans.wallet(input, { ...context, ...asked }),
      url: (input, asked) => scans.url(input, { ...context, ...asked }),
      sentTransaction: (input, asked) => scans.sentTransaction(input, { ...context, ...asked }),
      accountClass: async (chain, address) =>
        CHAINS.includes(chain) && address === CONTRACT_RESULT.address.toLowerCase() ? 'contract' : 'eoa',
      resolveName: async (name) => (name === 'trader.eth' ? NAMED : null),
    },
    now,
  )
  const score = createScoreEntity({ judge, scores, listRevision: async () => '1', onProblem, now })
  return {
    score,
    report: createReportEntity(score, scores),
    scores: createBatchScores(score, { onProblem, now }),
    pdf: async (report) => Buffer.from(`%PDF-1.7 ${report.entity}`),
  }
}
