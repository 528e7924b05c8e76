import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type EntityHint, parseEntity as readEntity } from '@redoubt/risk/entity.ts'
import { ApiError } from '../../errors.ts'
import type { EntityQuestion, NamedEntity } from '../../usecases/reports/entityJudgement.ts'
import { spelling } from './spelling.ts'

const DEFAULT_DEADLINE_MS = 10_000
/** Names that ENSIP-15 leaves as they are; those that it would change imitate others best. */
const PLAIN_NAME = /^(?:(?!..--)[a-z0-9-]+\.)+eth$/
const PLAIN = 'expected an ENS name of a-z, 0-9 and hyphens; for any other name, send its address'

/**
 * Reads what a caller wrote, already percent-decoded.
 * @param member how a complaint calls it: `path.entity`.
 * @throws ApiError VALIDATION_ERROR that names the remedy.
 */
export function parseEntity(
  text: string,
  asked: { chain?: Chain; type?: EntityHint; fresh?: boolean; deadlineMs?: number },
  member: string,
): EntityQuestion {
  const { chain = 'ethereum', type = null, fresh = false, deadlineMs = DEFAULT_DEADLINE_MS } = asked
  const entity = readEntity(text, type)
  if (typeof entity === 'string') throw new ApiError('VALIDATION_ERROR', { detail: `${member}: ${entity}` })
  if (entity.type === 'ens' && !PLAIN_NAME.test(entity.name))
    throw new ApiError('VALIDATION_ERROR', { detail: `${member}: ${PLAIN}` })
  const named: NamedEntity =
    entity.type === 'address'
      ? {
          type: 'address',
          address: entity.address.toLowerCase() as Address,
          spelling: spelling('address', entity.address.replace(/^0X/, '0x')),
        }
      : entity.type === 'transaction'
        ? { type: 'transaction', hash: entity.hash as Hex }
        : entity
  return { text, entity: named, chain, fresh, deadlineMs }
}
