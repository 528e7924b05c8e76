import type { api } from '@redoubt/client'
import { countText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'

/** Whether a list does its work. */
export function ListState({ of: { enabled, stale, failures } }: { of: api.IntelSource }) {
  if (!enabled) return <Level level={null} text="Off" />
  if (stale) return <Level level="medium" text="Stale" />
  if (failures > 0) return <Level level="medium" text={countText(failures, 'failure')} />
  return <Level level="safe" text="Fresh" />
}
