/**
 * A copy of what a request carries, as JSON-RPC sends it: what is judged cannot change afterwards, and a member with a getter is
 * read once. Amounts held as bigint become 0x quantities.
 * @throws TypeError for what JSON cannot carry.
 */
export function cloneJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'bigint') return `0x${member.toString(16)}`
    if (typeof member === 'function' || typeof member === 'symbol') throw new TypeError('The parameters are not JSON.')
    return member
  })
  return text === undefined ? undefined : JSON.parse(text)
}

/** Returns whether every number survives JSON as it was written; large ones are sent as text. */
export function hasSafeNumbers(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(hasSafeNumbers)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
