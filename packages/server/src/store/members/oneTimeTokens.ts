import type { OneTimeTokens } from '../../domain/ports/members.ts'
import type { Engine } from '../engine/engine.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import { hashSecretToken, newSecretToken } from './oneTimeSecret.ts'

/** Challenges that strangers may have waiting; the oldest go first. */
const MAX_CHALLENGES = 10_000
/** Links that one member may have waiting; the oldest go first. */
const MAX_OF_MEMBER = 5

export type OneTime = OneTimeTokens & {
  /** Deletes those that are over. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

export function createOneTimeTokens({ db, dialect }: Engine): OneTime {
  return {
    async create({ purpose, memberId, expiresAt, now }) {
      const token = newSecretToken(purpose === 'link' ? 'rdl_' : 'rdx_')
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('one_time_tokens')
          .values({
            hash: hashSecretToken(token),
            purpose,
            member_id: memberId,
            expires_at: expiresAt,
            created_at: now,
          })
          .execute()
        let surplus = transaction
          .selectFrom('one_time_tokens')
          .select('hash')
          .where('purpose', '=', purpose)
          .orderBy('created_at', 'desc')
          .orderBy('hash', 'desc')
          .limit(1_000)
          .offset(memberId === null ? MAX_CHALLENGES : MAX_OF_MEMBER)
        surplus = memberId === null ? surplus.where('member_id', 'is', null) : surplus.where('member_id', '=', memberId)
        await transaction.deleteFrom('one_time_tokens').where('hash', 'in', surplus).execute()
      })
      return token
    },
    async take(purpose, token, now) {
      const row = await db
        .deleteFrom('one_time_tokens')
        .where('hash', '=', hashSecretToken(token))
        .where('purpose', '=', purpose)
        .returning(['member_id', 'expires_at'])
        .executeTakeFirst()
      if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return null
      return { memberId: row.member_id }
    },
    async withdraw(purpose, memberId) {
      await db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).where('member_id', '=', memberId).execute()
    },
    async prune(now, pacing) {
      const remove = async (limit: number) => {
        const over = db.selectFrom('one_time_tokens').select('hash').where('expires_at', '<=', now).limit(limit)
        const { numDeletedRows } = await db.deleteFrom('one_time_tokens').where('hash', 'in', over).executeTakeFirst()
        return Number(numDeletedRows)
      }
      await pruneInChunks(dialect, remove, pacing)
    },
  }
}
