/** What never comes: rejects with the signal's reason, also when on a busy machine the time was up before anybody asked. */
export function untilOver(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
