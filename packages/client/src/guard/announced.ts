import { type GuardOptions, guard } from './guard.ts'

const ANNOUNCE = 'eip6963:announceProvider'

type Announcement = { info: unknown; provider: object }

/**
 * Guards every wallet that announces itself to the page (EIP-6963). Call it before the page's other scripts: a listener that was
 * there earlier has seen the wallet itself.
 * @returns a function that ends it.
 */
export function guardAnnounced(
  options: GuardOptions,
  page: EventTarget = globalThis as unknown as EventTarget,
): () => void {
  const guards = new WeakMap<object, object>()
  const ours = new WeakSet<object>()
  const listen = (event: Event) => {
    if (ours.has(event)) return
    event.stopImmediatePropagation()
    const { info, provider } = ((event as CustomEvent<Announcement | null>).detail ?? {}) as Partial<Announcement>
    if (typeof provider !== 'object' || provider === null) return
    const guarded = guards.get(provider) ?? guard(provider, options)
    guards.set(provider, guarded)
    const announcement = new CustomEvent(ANNOUNCE, { detail: Object.freeze({ info, provider: guarded }) })
    ours.add(announcement)
    page.dispatchEvent(announcement)
  }
  page.addEventListener(ANNOUNCE, listen, { capture: true })
  return () => page.removeEventListener(ANNOUNCE, listen, { capture: true })
}
