import type { Feedback, FeedbackPort } from '../../domain/ports/feedback.ts'
import { createResolveFeedback } from '../../usecases/scans/resolveFeedback.ts'

/** A word that an operator said, as the lists are given it. */
export type SaidWord = { kind: string; value: string; chain: string | null; verdict: string; label: string | null }

/** The real decisions over feedback in memory; `words` are what became of accepted ones. Three open ones are the most. */
export function testFeedback(words: SaidWord[]): FeedbackPort {
  const kept: Feedback[] = []
  const resolve = createResolveFeedback<Feedback>({
    get: async (id) => kept.find((one) => one.id === id) ?? null,
    resolve: async (id, { status, resolution, actor, now, word }) => {
      const found = kept.find((one) => one.id === id && one.status === 'open')
      if (found && word) words.push(word)
      return found ? Object.assign(found, { status, resolution, resolvedBy: actor, resolvedAt: now }) : null
    },
    keyOf: (entity) =>
      entity.startsWith('0x')
        ? { kind: 'address', value: entity.toLowerCase() }
        : { kind: 'host', value: new URL(entity).host },
    isShared: ({ value }) => value === 'github.io',
  })
  return {
    async add(given) {
      if (kept.filter(({ status }) => status === 'open').length >= 3) throw new RangeError('There are 3 open already.')
      const undecided = { status: 'open', resolvedBy: null, resolvedAt: null, resolution: null } as const
      const feedback: Feedback = { ...given, ...undecided, id: `fb_${kept.length + 1}` }
      kept.push(feedback)
      return feedback
    },
    async list({ status, limit, cursor }) {
      const ofStatus = kept.filter((one) => status === null || one.status === status)
      const all = status === 'open' ? ofStatus : ofStatus.reverse()
      const start = cursor === null ? 0 : Number(cursor)
      const end = start + limit
      return { feedback: all.slice(start, end), nextCursor: end < all.length ? String(end) : null }
    },
    resolve,
  }
}
