import type { Severity } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'

/**
 * Colours of the printed report. Each level is darker than the one before, so that a grey print tells them apart too;
 * nothing is said by colour alone.
 */
export const PALETTE = {
  ink: '#1b2430',
  muted: '#5a6573',
  line: '#c9d0d8',
  faint: '#f1f3f6',
  paper: '#ffffff',
  level: {
    safe: '#bfe3c6',
    low: '#b5cf6b',
    medium: '#e6a23c',
    high: '#c4531d',
    critical: '#7d1020',
  } satisfies Record<RiskLevel, string>,
  /** Of text on the colour of a level. */
  onLevel: {
    safe: '#1b2430',
    low: '#1b2430',
    medium: '#1b2430',
    high: '#ffffff',
    critical: '#ffffff',
  } satisfies Record<RiskLevel, string>,
  severity: {
    info: '#e3e8ee',
    low: '#b5cf6b',
    medium: '#e6a23c',
    high: '#c4531d',
    critical: '#7d1020',
  } satisfies Record<Severity, string>,
  onSeverity: {
    info: '#1b2430',
    low: '#1b2430',
    medium: '#1b2430',
    high: '#ffffff',
    critical: '#ffffff',
  } satisfies Record<Severity, string>,
} as const
