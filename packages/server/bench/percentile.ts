/** The value below which a share (0-1) of the samples lies, nearest rank, to a tenth. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
  return Math.round(value * 10) / 10
}
