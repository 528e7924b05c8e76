/**
 * Stands for an answer that never comes: rejects with the signal's reason, also when on a busy machine the signal fired
 * before the call.
 */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
