import { CHAINS } from '@redoubt/risk/chain.ts'
import { ENTITY_HINTS } from '@redoubt/risk/entity.ts'
import { ApiError } from '../../errors.ts'
import type { BatchItem } from '../../usecases/reports/batchScores.ts'
import type { RiskScoresRequest } from '../schemas/riskScores.ts'
import { parseEntity } from './parseEntity.ts'

/** Characters: whatever is longer is no entity, and is not looked into. */
const LONGEST = 8_192
/** Milliseconds of one scan: the same as it has alone. */
const SCAN_DEADLINE_MS = 10_000

/**
 * Reads one of many: an invalid item has its own error, and spoils no other.
 * @param member how a complaint calls it: `body.entities[3]`.
 */
export function parseBatchItem(
  asked: RiskScoresRequest['entities'][number],
  fresh: boolean,
  member: string,
): BatchItem {
  const { entity, chain, type }: { entity: string; chain?: string; type?: string } =
    typeof asked === 'string' ? { entity: asked } : asked
  try {
    if (entity.length > LONGEST) throw invalid(`${member}: expected at most ${LONGEST} characters`)
    const hints = {
      ...(chain !== undefined && { chain: oneOf(CHAINS, chain, `${member}.chain`) }),
      ...(type !== undefined && { type: oneOf(ENTITY_HINTS, type, `${member}.type`) }),
    }
    return { entity, question: parseEntity(entity, { ...hints, fresh, deadlineMs: SCAN_DEADLINE_MS }, member) }
  } catch (error) {
    if (error instanceof ApiError) return { entity, question: error }
    throw error
  }
}

function oneOf<Name extends string>(names: readonly Name[], given: string, member: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw invalid(`${member}: expected one of ${names.join(', ')}`)
  return found
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
