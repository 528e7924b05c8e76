import type { EntityThreat } from '@redoubt/risk/entityThreats.ts'
import type { Comparison } from '../../domain/compareScores.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { EntityJudgement } from '../../usecases/reports/entityJudgement.ts'
import { renderScore } from '../../usecases/reports/renderScore.ts'

type Owner = Pick<NewEvent, 'accountId' | 'environment'>

/** The events that tell an account of a comparison, in the contract's shapes. `at` in Unix milliseconds. */
export function riskEvents(
  { changed, threats }: Pick<Comparison, 'changed' | 'threats'>,
  judged: EntityJudgement,
  { accountId, environment }: Owner,
  at: number,
): NewEvent[] {
  const { canonical: entity, entityType, chain } = judged
  const where = chain === null ? {} : { chain }
  // What was told is written with it, so that it is told once without a name.
  const event = (type: string, data: object): NewEvent => ({
    accountId,
    environment,
    type,
    entity,
    identity: null,
    at,
    data: JSON.stringify(data),
  })
  const factors = [...new Set(renderScore(judged).factors.map(({ title }) => title))]
  return [
    ...(changed === null
      ? []
      : [
          event('entity.risk_changed', {
            entity,
            entityType,
            previousScore: changed.previous,
            currentScore: changed.current,
            change: changed.current - changed.previous,
            factors,
            ...where,
          }),
        ]),
    ...threats.map(({ threatType, severity, description }: EntityThreat) =>
      event('entity.threat_detected', { entity, threatType, severity, description, entityType, ...where }),
    ),
  ]
}
