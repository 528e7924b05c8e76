import type { AttemptCounts } from '../usecases/webhooks/webhooks.ts'

export function createAttemptCounts() {
  const counts: AttemptCounts = { delivered: 0, refused: 0, unanswered: 0 }
  return {
    count({ delivered, status }: { delivered: boolean; status: number | null }) {
      counts[delivered ? 'delivered' : status === null ? 'unanswered' : 'refused']++
    },
    counts: (): AttemptCounts => ({ ...counts }),
  }
}
