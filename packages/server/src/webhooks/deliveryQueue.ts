import type { AttemptCounts } from '../usecases/webhooks/webhooks.ts'

/** Deliveries that this process holds, and how many of them may be under way at once. */
export type DeliveryQueue<Delivery> = {
  /** @returns Those that must wait for too long: their webhook has enough to do. */
  add(deliveries: readonly Delivery[]): Delivery[]
  /** One whose webhook and endpoint have a place, which it takes; endpoints in turn, and webhooks of each in turn. Null: there is none. */
  next(): Delivery | null
  /** Its webhook and endpoint have the place again. `good`: it answered 2xx; `quick`: within a second. */
  answered(delivery: Delivery, answer: { good: boolean; quick: boolean }): void
  /** What became of it is written: it is held no more. */
  forget(): void
  /** Held in all. */
  held(): number
  /** Webhooks that have enough to do: more than half of what may wait for them, or for their endpoint, does. */
  crowded(): string[]
  /** Takes the waiting deliveries for which `which` is true. */
  takeWaiting(which: (delivery: Delivery) => boolean): Delivery[]
}

/** At once, to one webhook: from the beginning, and as long as it answers quickly. One that fails has half, and one at least. */
const AT_FIRST = 4
/** To one webhook, and to all of one endpoint. */
const AT_MOST = 32
/** To all webhooks of one endpoint that failed lately. */
const STRUGGLING = AT_MOST / 2
const AT_ONCE = 256
/** To all webhooks of one account, however many endpoints they are at. */
const AT_ONCE_OF_ACCOUNT = AT_ONCE / 2
/** Deliveries that may wait per place, more for endpoints that answer quickly: another node may send the rest sooner. */
const WAITING_PER_PLACE = { unproven: 2, quick: 8 }
/** Of an endpoint; one of each webhook may wait beyond it. */
const WAITING_AT_MOST = 256
/** Webhooks that have nothing to do, whose places are remembered. */
const REMEMBERED = 1_000

type Line<Delivery> = { accountId: string; waiting: Delivery[]; underWay: number; places: number }
type Endpoint<Delivery> = { lines: Map<string, Line<Delivery>>; waiting: number; underWay: number }

/**
 * A webhook that never answers must leave places for others, also for those at the same endpoint; one that answers well should
 * have many.
 */
export function createDeliveryQueue<
  Delivery extends { endpoint: string; webhookId: string; accountId: string },
>(): DeliveryQueue<Delivery> {
  const endpoints = new Map<string, Endpoint<Delivery>>()
  const earned = new Map<string, number>()
  let [held, underWay] = [0, 0]

  const ofAccount = new Map<string, number>()

  const of = ({ endpoint: name, webhookId, accountId }: Delivery) => {
    const endpoint = endpoints.get(name) ?? { lines: new Map(), waiting: 0, underWay: 0 }
    endpoints.set(name, endpoint)
    const places = earned.get(`${name} ${webhookId}`) ?? AT_FIRST
    const line = endpoint.lines.get(webhookId) ?? { accountId, waiting: [], underWay: 0, places }
    endpoint.lines.set(webhookId, line)
    return { endpoint, line }
  }
  const mayWait = ({ places }: Line<Delivery>) =>
    places * (places > AT_FIRST ? WAITING_PER_PLACE.quick : WAITING_PER_PLACE.unproven)
  const hasRoom = (endpoint: Endpoint<Delivery>, line: Line<Delivery>) =>
    line.waiting.length === 0 || (line.waiting.length < mayWait(line) && endpoint.waiting < WAITING_AT_MOST)
  // Full, it would be filled up a few at a time, and each time far more be taken from the store than it has room for.
  const isCrowded = (endpoint: Endpoint<Delivery>, line: Line<Delivery>) =>
    line.waiting.length > 0 && (line.waiting.length > mayWait(line) / 2 || endpoint.waiting > WAITING_AT_MOST / 2)
  const setAside = (name: string, endpoint: Endpoint<Delivery>, webhookId: string, line: Line<Delivery>) => {
    if (line.waiting.length > 0 || line.underWay > 0) return
    endpoint.lines.delete(webhookId)
    if (endpoint.lines.size === 0) endpoints.delete(name)
    const key = `${name} ${webhookId}`
    earned.delete(key)
    earned.set(key, line.places)
    const [oldest] = earned.keys()
    if (earned.size > REMEMBERED && oldest !== undefined) earned.delete(oldest)
  }
  const nextOf = (endpoint: Endpoint<Delivery>) => {
    const struggling = [...endpoint.lines.values()].filter(isStruggling).reduce((sum, line) => sum + line.underWay, 0)
    for (const [webhookId, line] of endpoint.lines) {
      if (line.underWay >= line.places || (isStruggling(line) && struggling >= STRUGGLING)) continue
      const atWork = ofAccount.get(line.accountId) ?? 0
      if (atWork >= AT_ONCE_OF_ACCOUNT) continue
      const delivery = line.waiting.shift()
      if (delivery === undefined) continue
      line.underWay++
      ofAccount.set(line.accountId, atWork + 1)
      toTheEnd(endpoint.lines, webhookId, line)
      return delivery
    }
    return null
  }
  return {
    add(deliveries) {
      const surplus: Delivery[] = []
      for (const delivery of deliveries) {
        const { endpoint, line } = of(delivery)
        if (hasRoom(endpoint, line)) {
          line.waiting.push(delivery)
          endpoint.waiting++
        } else surplus.push(delivery)
      }
      held += deliveries.length - surplus.length
      return surplus
    },
    next() {
      if (underWay >= AT_ONCE) return null
      for (const [name, endpoint] of endpoints) {
        if (endpoint.underWay >= AT_MOST) continue
        const delivery = nextOf(endpoint)
        if (delivery === null) continue
        endpoint.waiting--
        endpoint.underWay++
        underWay++
        toTheEnd(endpoints, name, endpoint)
        return delivery
      }
      return null
    },
    answered(delivery, { good, quick }) {
      const { endpoint, line } = of(delivery)
      line.underWay--
      const atWork = (ofAccount.get(line.accountId) ?? 1) - 1
      if (atWork > 0) ofAccount.set(line.accountId, atWork)
      else ofAccount.delete(line.accountId)
      endpoint.underWay--
      underWay--
      if (!good) line.places = Math.max(1, Math.floor(line.places / 2))
      else line.places = Math.max(AT_FIRST, Math.min(AT_MOST, line.places + (quick ? 1 : 0)))
      setAside(delivery.endpoint, endpoint, delivery.webhookId, line)
    },
    forget() {
      held--
    },
    held: () => held,
    crowded: () =>
      [...endpoints.values()].flatMap((endpoint) =>
        [...endpoint.lines].flatMap(([webhookId, line]) => (isCrowded(endpoint, line) ? [webhookId] : [])),
      ),
    takeWaiting(which) {
      const taken: Delivery[] = []
      for (const [name, endpoint] of endpoints)
        for (const [webhookId, line] of endpoint.lines) {
          const mine = line.waiting.filter(which)
          taken.push(...mine)
          endpoint.waiting -= mine.length
          line.waiting = line.waiting.filter((delivery) => !which(delivery))
          setAside(name, endpoint, webhookId, line)
        }
      held -= taken.length
      return taken
    },
  }
}

function isStruggling({ places }: { places: number }): boolean {
  return places < AT_FIRST
}

/** Round-robin: moves the name behind all others. */
function toTheEnd<Value>(row: Map<string, Value>, name: string, value: Value): void {
  row.delete(name)
  row.set(name, value)
}

export function createAttemptCounts() {
  const counts: AttemptCounts = { delivered: 0, refused: 0, unanswered: 0 }
  return {
    count({ delivered, status }: { delivered: boolean; status: number | null }) {
      counts[delivered ? 'delivered' : status === null ? 'unanswered' : 'refused']++
    },
    counts: (): AttemptCounts => ({ ...counts }),
  }
}
