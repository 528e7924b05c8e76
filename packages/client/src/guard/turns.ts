/** A network switch while a request is open, as wallets refuse it (EIP-1474: resource unavailable). */
export class SwitchRefusal extends Error {
  override readonly name = 'SwitchRefusal'
  readonly code = -32002

  constructor(method: string) {
    super(`Refused ${method}: another request is open, and it was judged on the present network. Ask again afterwards.`)
  }
}

/** Requests that were judged on a network, and requests that may change it: never both at once. */
export type Turns = {
  /** Runs what is judged, once no change is under way. */
  judged<Answer>(run: () => Promise<Answer>): Promise<Answer>
  /** Runs what may change the network. @throws SwitchRefusal while a judged request is open */
  switching<Answer>(method: string, run: () => Promise<Answer>): Promise<Answer>
}

const byProvider = new WeakMap<object, Turns>()

/** The turns of a wallet, which all its guards share. */
export function turnsOf(provider: object): Turns {
  const turns = byProvider.get(provider) ?? newTurns()
  byProvider.set(provider, turns)
  return turns
}

function newTurns(): Turns {
  let open = 0
  const switches = new Set<Promise<unknown>>()
  return {
    async judged(run) {
      while (switches.size > 0) await Promise.allSettled(switches)
      open++
      try {
        return await run()
      } finally {
        open--
      }
    },
    async switching(method, run) {
      if (open > 0) throw new SwitchRefusal(method)
      const running = run()
      switches.add(running)
      try {
        return await running
      } finally {
        switches.delete(running)
      }
    },
  }
}
