import { cloneJson } from './cloneJson.ts'

type Listener = (...args: unknown[]) => unknown
/** Some emitters take a listener away by one name, some by another. */
type Emitter = Record<'on' | 'once' | 'addListener' | 'off' | 'removeListener', Listener | undefined>

const ADDS = ['on', 'once', 'addListener']
const REMOVES = ['off', 'removeListener']
export const LISTENERS: readonly string[] = [...ADDS, ...REMOVES, 'removeAllListeners']

/**
 * The events of a wallet, without the wallet: emitters call a listener with `this`, answer themselves, and may hand themselves over.
 * A page adds and takes away its own listeners, none of the wallet's.
 * @param facade what a page sees of the wallet.
 */
export function listenersOf(provider: object, facade: () => object): (name: string) => Listener | undefined {
  const emitter = provider as Emitter
  const wrapped = new WeakMap<Listener, Listener>()
  const added = new Map<string, Listener[]>()

  const handed = (value: unknown): unknown => {
    if (value === provider) return facade()
    if (typeof value === 'function') return undefined
    if (typeof value !== 'object' || value === null) return value
    return value instanceof Error ? copyOf(value) : dataOf(value)
  }
  const wrap = (listener: Listener): Listener => {
    const known = wrapped.get(listener) ?? ((...args) => listener.apply(facade(), args.map(handed)))
    wrapped.set(listener, known)
    return known
  }
  const remove = (event: string, listener: Listener) => {
    const own = added.get(event) ?? []
    const at = own.lastIndexOf(listener)
    // Some emitters take away every listener of an event where they are given one that they do not know.
    if (at === -1) return
    own.splice(at, 1)
    ;(emitter.removeListener ?? emitter.off)?.call(provider, event, listener)
  }

  return (name) => {
    if (!LISTENERS.includes(name) || typeof Reflect.get(provider, name) !== 'function') return undefined
    return (event, listener) => {
      if (name === 'removeAllListeners') {
        const events = typeof event === 'string' ? [event] : [...added.keys()]
        for (const one of events) for (const own of [...(added.get(one) ?? [])]) remove(one, own)
        return facade()
      }
      if (typeof event !== 'string' || typeof listener !== 'function')
        throw new TypeError('guard: a listener is a function for an event.')
      const own = wrap(listener as Listener)
      if (REMOVES.includes(name)) remove(event, own)
      else {
        added.set(event, [...(added.get(event) ?? []), own])
        emitter[name as 'on']?.call(provider, event, own)
      }
      return facade()
    }
  }
}

/** Data of an event; nothing where it holds more than data. */
function dataOf(value: object): unknown {
  try {
    return cloneJson(value)
  } catch {
    return undefined
  }
}

function copyOf(error: Error): Error {
  const { code, data } = error as { code?: unknown; data?: unknown }
  const told = dataOf({ code, data }) as object | undefined
  return Object.assign(new Error(error.message), told)
}
