import type { RiskReport, RiskScore, RiskScores, RiskScoresRequest } from '../api.generated.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

type ReportQuery = Omit<Query<'getRiskReport'>, 'format'>

/** Scores and reports of an address, web site or transaction hash. */
export function riskMethods({ call, bytes }: Transport) {
  return {
    /** The score of one entity. */
    score(entity: string, query?: Query<'getRiskScore'>, options?: CallOptions) {
      return call<RiskScore>({ method: 'GET', path: path`/v1/risk/score/${entity}`, query }, options)
    },
    /** The scores of up to 100 entities. */
    scores(body: RiskScoresRequest, options?: CallOptions) {
      return call<RiskScores>({ method: 'POST', path: '/v1/risk/scores', body }, options)
    },
    /** The report of an entity: findings by category, history, advice. */
    report(entity: string, query?: ReportQuery, options?: CallOptions) {
      return call<RiskReport>({ method: 'GET', path: path`/v1/risk/report/${entity}`, query }, options)
    },
    /** The same report as a PDF document. */
    async reportPdf(entity: string, query?: ReportQuery, options?: CallOptions) {
      const { body } = await bytes(
        {
          method: 'GET',
          path: path`/v1/risk/report/${entity}`,
          query: { ...query, format: 'pdf' },
          accept: 'application/pdf',
        },
        options,
      )
      return body
    },
  }
}
