/** Watches the resident memory of this process. */
export type PeakMemory = {
  /** Most bytes so far. */
  peak(): number
  stop(): void
}

/** Measures every 5 ms. */
export function watchPeakMemory(): PeakMemory {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 5)
  look()
  return {
    peak: () => peak,
    stop: () => clearInterval(timer),
  }
}
