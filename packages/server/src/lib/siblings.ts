/** Other processes of the same service on this machine. What is told arrives within some milliseconds, or is lost with its sender. */
export type Siblings = {
  /** @param message what JSON can carry. */
  tell(topic: string, message: unknown): void
  /** @param from names the process that told it. */
  hear(topic: string, listener: (message: unknown, from: number) => void): void
  /** A process ended: what it told holds no more. */
  onGone(listener: (id: number) => void): void
  /** A process began: it knows nothing yet. */
  onJoined(listener: () => void): void
}

/** Of a process that is alone. */
export const NO_SIBLINGS: Siblings = {
  tell: () => undefined,
  hear: () => undefined,
  onGone: () => undefined,
  onJoined: () => undefined,
}

/** What processes send each other: told messages in their order, or that one of them began or ended. */
export type Told = { told: (readonly [topic: string, message: unknown])[]; from: number }
export type SiblingNews = Told | { joined: number } | { gone: number }

/** How long messages wait for others, in milliseconds. */
const GATHER_MS = 5

/** @param send to all siblings. @returns also `take`, to be called with what arrives. */
export function createSiblings(send: (told: Told['told']) => void): Siblings & { take(news: SiblingNews): void } {
  const listeners = new Map<string, ((message: unknown, from: number) => void)[]>()
  const goneListeners: ((id: number) => void)[] = []
  const joinedListeners: (() => void)[] = []
  let waiting: (readonly [string, unknown])[] = []
  return {
    tell(topic, message) {
      if (waiting.push([topic, message]) > 1) return
      setTimeout(() => {
        const told = waiting
        waiting = []
        send(told)
      }, GATHER_MS).unref()
    },
    hear(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onGone: (listener) => void goneListeners.push(listener),
    onJoined: (listener) => void joinedListeners.push(listener),
    take(news) {
      if ('gone' in news) for (const listener of goneListeners) listener(news.gone)
      else if ('joined' in news) for (const listener of joinedListeners) listener()
      else
        for (const [topic, message] of news.told)
          for (const listener of listeners.get(topic) ?? []) listener(message, news.from)
    },
  }
}
