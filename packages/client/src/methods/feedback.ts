import type {
  Feedback,
  FeedbackDecision,
  FeedbackRequest,
  GivenFeedback,
  ListFeedbackResult,
} from '../api.generated.ts'
import { iterate } from '../http/iterate.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'
import type { Query } from '../types.ts'

/** Reports of wrong verdicts. */
export function feedbackMethods({ call }: Transport) {
  const list = (query?: Query<'listFeedback'>, options?: CallOptions) =>
    call<ListFeedbackResult>({ method: 'GET', path: '/v1/feedback', query }, options)
  return {
    /** Reports a wrong verdict to the operator. */
    give(body: FeedbackRequest, options?: CallOptions) {
      return call<GivenFeedback>({ method: 'POST', path: '/v1/feedback', body, effect: 'creates' }, options)
    },
    /** One page of feedback; operators only. */
    list,
    /** All feedback, page by page; operators only. */
    each(query: Query<'listFeedback'> = {}, options?: CallOptions): AsyncGenerator<Feedback, void, undefined> {
      return iterate(
        (cursor) => list(cursor === undefined ? query : { ...query, cursor }, options),
        (page) => page.feedback,
        query.cursor,
      )
    },
    /** Accepts or rejects feedback; operators only. */
    resolve(feedbackId: string, body: FeedbackDecision, options?: CallOptions) {
      return call<Feedback>({ method: 'PATCH', path: path`/v1/feedback/${feedbackId}`, body }, options)
    },
  }
}
