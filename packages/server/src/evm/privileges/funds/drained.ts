import type { ObservedCall } from '../observeCalls.ts'

/** Which funds of the contract a call lessened: null for native coin, else the asset. */
export function drained({ before, after }: Pick<ObservedCall, 'before' | 'after'>): (number | null)[] {
  if (after === null) return []
  const assets = before.assets.flatMap(({ subject }, index) =>
    (subject ?? 0n) > (after.assets[index]?.subject ?? subject ?? 0n) ? [index] : [],
  )
  return before.native.subject > after.native.subject ? [null, ...assets] : assets
}
