let computing = 0

/** Engine requests of this process that compute now; those that wait for state do not. */
export function enginesComputing(): number {
  return Math.max(0, computing)
}

/** Counts an engine request until the work ends. */
export async function whileComputing<Value>(work: () => Promise<Value>): Promise<Value> {
  computing++
  try {
    return await work()
  } finally {
    computing--
  }
}

/** Takes one away while an engine waits for state. @returns ends the wait. */
export function pauseComputing(): () => void {
  computing--
  return () => {
    computing++
  }
}
