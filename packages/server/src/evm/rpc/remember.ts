/** Remembers results of pure work by key, the most recently used `most` of them. */
export function remember<Key, Value>(most: number, work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.has(key) ? (known.get(key) as Value) : work(key)
    known.delete(key)
    known.set(key, value)
    const oldest = known.keys().next()
    if (known.size > most && oldest.done !== true) known.delete(oldest.value)
    return value
  }
}
