/** Attempts since the start, by how they ended: any 2xx, another status, no answer at all. */
export type AttemptCounts = { delivered: number; refused: number; unanswered: number }

export function createAttemptCounts() {
  const counts: AttemptCounts = { delivered: 0, refused: 0, unanswered: 0 }
  return {
    count({ delivered, status }: { delivered: boolean; status: number | null }) {
      counts[delivered ? 'delivered' : status === null ? 'unanswered' : 'refused']++
    },
    counts: (): AttemptCounts => ({ ...counts }),
  }
}
