import type { Override } from '../../../intel/ports.ts'

/** `denied as scammer on bsc (redoubt intel unlist 0x… --chain bsc)`: an operator's word that stands, and how to take it back. */
export function overrideText(override: Override): string {
  const { verdict, label, chain } = override
  const told = verdict === 'allow' ? 'allowed' : `denied as ${label}`
  return `${told}${chain === null ? '' : ` on ${chain}`} (${takeBackCommand(override)})`
}

export function takeBackCommand({ value, chain }: Pick<Override, 'value' | 'chain'>): string {
  return `redoubt intel unlist ${value}${chain === null ? '' : ` --chain ${chain}`}`
}
