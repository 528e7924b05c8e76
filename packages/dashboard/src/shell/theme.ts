import { keep, readKept } from '../api/kept.ts'

export type Theme = 'system' | 'light' | 'dark'

const KEPT = 'redoubt.theme'

export function keptTheme(): Theme {
  const kept = readKept(KEPT)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Marks the document, whose style sheet follows the system where nothing is marked. */
export function applyTheme(theme: Theme = keptTheme()): void {
  keep(KEPT, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
