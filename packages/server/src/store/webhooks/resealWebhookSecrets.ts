import type { Engine } from '../engine/engine.ts'
import type { Keyring } from '../keyring.ts'
import { isSealedNow, openWebhookSecret, sealWebhookSecret } from './sealedWebhookSecret.ts'

/** Webhooks in one transaction: others write in between. */
const AT_ONCE = 200

/**
 * Seals every webhook's secrets under the current secret of the server, so that an earlier one can be dropped. One that cannot
 * be opened stays as it is: its secret may come back.
 */
export async function resealWebhookSecrets({ db }: Engine, keyring: Keyring): Promise<void> {
  const again = (id: string, kept: string | null) => {
    if (kept === null || isSealedNow(keyring, kept)) return kept
    const secret = openWebhookSecret(keyring, id, kept)
    return secret === null ? kept : sealWebhookSecret(keyring, id, secret)
  }
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['seq', 'id', 'secret', 'earlier_secret'])
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(AT_ONCE)
      .execute()
    const changed = rows
      .map((row) => ({ ...row, to: again(row.id, row.secret), earlierTo: again(row.id, row.earlier_secret) }))
      .filter(({ secret, to, earlier_secret, earlierTo }) => to !== secret || earlierTo !== earlier_secret)
      // Webhooks are locked in one order, here as everywhere.
      .sort((one, other) => (one.id < other.id ? -1 : 1))
    await db.transaction().execute(async (transaction) => {
      for (const { id, secret, to, earlierTo } of changed)
        await transaction
          .updateTable('webhooks')
          .set({ secret: to ?? secret, earlier_secret: earlierTo })
          .where('id', '=', id)
          // A rotation meanwhile has sealed both anew.
          .where('secret', '=', secret)
          .execute()
    })
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)?.seq ?? last
  }
}
