import type { Kysely } from 'kysely'
import { isAccusation, type Override } from '../../intel/ports.ts'
import type { Schema } from '../schema.ts'
import { isStorableKey, storableText } from '../storableText.ts'
import { raiseRevision, recordAction } from './intelAudit.ts'
import { overrideKey } from './overrideKey.ts'

const MAX_OVERRIDES = 10_000

/** Writes an operator's word, audited, in the transaction that is given. @throws RangeError when it cannot be kept. */
export async function writeOverride(transaction: Kysely<Schema>, override: Override): Promise<void> {
  if (!isStorableKey(override.value)) throw new RangeError('The value is too long, or is no text.')
  if (override.verdict === 'deny' && !isAccusation(override.label)) {
    throw new RangeError(`A denial accuses, and ${override.label} is no accusation.`)
  }
  const { columns, subject } = overrideKey(override)
  // Before it is counted, and a lock: of many at once the 10,001st is refused, too.
  await raiseRevision(transaction)
  const before = await transaction
    .selectFrom('intel_overrides')
    .select('verdict')
    .where((where) => where.and(columns))
    .executeTakeFirst()
  if (!before) {
    const { count } = await transaction
      .selectFrom('intel_overrides')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_OVERRIDES) {
      throw new RangeError(`There are ${MAX_OVERRIDES} overrides already; remove some, or load a list instead.`)
    }
  }
  const said = {
    verdict: override.verdict,
    label: override.label,
    note: storableText(override.note),
    actor: storableText(override.actor),
    created_at: override.createdAt,
  }
  await transaction
    .insertInto('intel_overrides')
    .values({ ...columns, ...said })
    .onConflict((conflict) => conflict.columns(['kind', 'value', 'chain']).doUpdateSet(said))
    .execute()
  await recordAction(transaction, {
    at: override.createdAt,
    actor: override.actor,
    action: `override.${override.verdict}`,
    subject,
    detail: [before && `instead of ${before.verdict}`, override.label, override.note].filter(Boolean).join('; '),
  })
}
