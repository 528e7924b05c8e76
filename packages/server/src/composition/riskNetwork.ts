import type { ScoreStore } from '../domain/ports/entityScores.ts'
import type { HttpPorts } from '../http/ports.ts'
import { createPdfRenderer } from '../render/createPdfRenderer.ts'
import { createBatchScores } from '../usecases/reports/batchScores.ts'
import { createEntityJudge, type EntityJudge, type EntityScans } from '../usecases/reports/entityJudge.ts'
import { createReportPdf } from '../usecases/reports/reportPdf.ts'
import { createScoreEntity } from '../usecases/reports/scoreEntity.ts'
import { lazy } from './lazy.ts'
import type { Networks } from './networkSources.ts'
import type { OfferedNetworks } from './offeredNetworks.ts'

/** Scores and reports of entities, by the scans of the other endpoints. Part of the composition root. */
export function createRisk({
  scans,
  networks,
  offered,
  scores,
  listRevision,
  onScored,
  onProblem,
}: {
  scans: Omit<EntityScans, 'accountClass' | 'resolveName'>
  networks(environment: 'live' | 'test'): Promise<Networks>
  offered: Pick<OfferedNetworks, 'require'>
  scores: ScoreStore
  listRevision(): Promise<string>
  onScored: NonNullable<Parameters<typeof createScoreEntity>[0]['onScored']>
  onProblem(error: unknown): void
}): HttpPorts['risk'] & { judge: EntityJudge; close(): Promise<void> } {
  const renderer = createPdfRenderer()
  const judge = createEntityJudge({
    ...scans,
    async accountClass(chain, address, { environment, signal }) {
      offered.require(environment, chain)
      const sources = (await networks(environment)).walletSources(chain)
      return (await sources.account(await sources.block(signal), address, signal)).class
    },
    resolveName: async (name, { environment, signal }) => (await networks(environment)).resolveName(name, signal),
  })
  const score = createScoreEntity({ judge, scores, listRevision, onScored, onProblem })
  // A report tells what each rule says of itself, so it loads them all.
  const reports = lazy(async () => {
    const { createReportEntity } = await import('../usecases/reports/reportEntity.ts')
    return createReportEntity(score, scores)
  })
  return {
    judge,
    score,
    report: async (question, context) => (await reports.get())(question, context),
    scores: createBatchScores(score, { onProblem }),
    pdf: createReportPdf(renderer.render),
    close: () => renderer.close(),
  }
}
