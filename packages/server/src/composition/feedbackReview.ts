import type { HttpPorts } from '../http/ports.ts'
import { canonicalKey } from '../intel/canonicalKey.ts'
import { isShared } from '../intel/sharedHosts.ts'
import type { Store } from '../store/openStore.ts'
import { createResolveFeedback } from '../usecases/feedback/resolveFeedback.ts'

/** Feedback as HTTP and the command line share it. Part of the composition root. */
export function createFeedbackReview({ feedback }: Pick<Store, 'feedback'>): HttpPorts['feedback'] {
  const { add, list } = feedback
  return { add, list, resolve: createResolveFeedback({ ...feedback, keyOf: canonicalKey, isShared }) }
}
