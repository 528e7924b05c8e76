import type { FeedbackPort } from '../domain/ports/feedback.ts'
import { ACCUSATIONS } from '../intel/ports.ts'
import type { Store } from '../store/openStore.ts'
import { createResolveFeedback } from '../usecases/scans/resolveFeedback.ts'
import { canonicalKey, isShared } from './intelligence.ts'

/** Feedback as HTTP and the command line share it. Part of the composition root. */
export function createFeedbackReview({ feedback }: Pick<Store, 'feedback'>): FeedbackPort {
  const resolve = createResolveFeedback({
    ...feedback,
    resolve: (id, { word, ...decision }) =>
      feedback.resolve(id, {
        ...decision,
        word: word && { ...word, label: ACCUSATIONS.find((known) => known === word.label) ?? null },
      }),
    keyOf: canonicalKey,
    isShared,
  })
  return { add: feedback.add, list: feedback.list, resolve }
}
