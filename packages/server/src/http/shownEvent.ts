import type { AccountEvent } from '../usecases/events/events.ts'

/** An event as it is answered, listed and streamed. */
export function shownEvent({ id, type, at, entity, data, deliveries, cursor }: AccountEvent) {
  const timestamp = new Date(at).toISOString()
  return { id, type, timestamp, data: JSON.parse(data) as Record<string, unknown>, entity, deliveries, cursor }
}
