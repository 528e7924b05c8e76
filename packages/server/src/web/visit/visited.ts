import type { Visit } from '@redoubt/risk/facts/visit.ts'

/** An answer of the site, kept for the analyses that follow it: the body is HTML text, or null when it is no HTML. */
export type Visited = { visit: Visit; html: string | null }
