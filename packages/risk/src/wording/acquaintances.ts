import type { Severity } from '../engine/finding.ts'
import type { Acquaintance } from '../facts/lookalikes.ts'

/** The address that a lookalike resembles, in words. */
export const ACQUAINTANCES: Readonly<Record<Acquaintance, string>> = {
  own: 'your own address',
  paid: 'an address that you have paid',
  approved: 'a spender that you approved before',
  received: 'an address that has paid you',
  protocol: 'a contract of a known protocol',
  monitored: 'an address that you monitor',
  signer: 'an address that signs for your account',
  scanned: 'an address that you scanned before',
}

/** A scan shows interest and no dealings: attackers and victims scan too. */
export function lookalikeSeverity(by: Acquaintance): Severity {
  return by === 'scanned' || by === 'signer' ? 'high' : 'critical'
}
