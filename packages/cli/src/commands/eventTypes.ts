import type { api } from '@redoubt/client'
import { InvalidArgumentError } from 'commander'

export type EventType = api.Event['type']

/** A comma list; the service names the types that it knows. */
export function parseEventTypes(text: string): EventType[] {
  return text.split(',').map((type) => type.trim() as EventType)
}

export function parseCountOfEvents(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('expected a whole number from 1 on')
}
