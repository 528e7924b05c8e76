import type { DnsName } from '@redoubt/egress/testing/dnsServer.ts'
import { ALLOWED, OWN_SITE, PRIVATE_V4, PRIVATE_V6, PUBLIC } from './addresses.ts'

const [GOOD_V4, GOOD_V6, OTHER_V4] = PUBLIC
const INSIDE = '10.0.0.1'

/** Names whose answers lead inside, at the first or a later question, alone or beside a public address. */
export const TRAPS: Record<string, DnsName> = {
  ...Object.fromEntries(
    [...PRIVATE_V4, ...PRIVATE_V6].map((address) => [`to-${address.replace(/[.:]/g, '-')}x.trap.test`, once(address)]),
  ),
  'mixed-last.trap.test': once(GOOD_V4, INSIDE),
  'mixed-first.trap.test': once(INSIDE, GOOD_V4),
  'mixed-six.trap.test': once(GOOD_V4, 'fd00::1'),
  'mixed-four.trap.test': once(GOOD_V6, INSIDE),
  'loopback-six.trap.test': once(GOOD_V4, '::1'),
  'many.trap.test': once(...Array.from({ length: 15 }, (_, index) => `93.184.216.${index + 40}`), INSIDE),
  'rebind.trap.test': { answers: [[GOOD_V4], [INSIDE]] },
  'rebind-back.trap.test': { answers: [[INSIDE], [GOOD_V4]] },
  'rebind-third.trap.test': { answers: [[GOOD_V4], [GOOD_V4], ['127.0.0.1']] },
  'rebind-six.trap.test': { answers: [[GOOD_V6], ['::1']] },
  'rebind-metadata.trap.test': { answers: [[GOOD_V4], ['169.254.169.254']] },
  'alias.trap.test': { alias: 'internal.office.test', answers: [[INSIDE]] },
  'alias-localhost.trap.test': { alias: 'localhost', answers: [['127.0.0.1', '::1']] },
  'alias-metadata.trap.test': { alias: 'metadata.google.internal', answers: [['169.254.169.254']] },
}

/** Names that lead inside in the world of the shared list of URLs, or on a company's own DNS. */
const INTERNAL =
  /^(metadata\.google\.internal|internal\.office\.test|redirect-server|1u\.ms|(.+\.)?(xip|nip)\.io|(.+\.)?localdomain\.pw|(.+\.)?r3dir\.me|instance-data|remote-ip-address)$/

/** Public names: what is not told otherwise. */
const SITES: Record<string, DnsName> = {
  'both.good.test': once(GOOD_V4, GOOD_V6),
  'six.good.test': once(GOOD_V6),
  'alias.good.test': { alias: 'good.test', answers: [[GOOD_V4]] },
  'moves.good.test': { answers: [[GOOD_V4], [OTHER_V4]] },
  [ALLOWED.host]: once(ALLOWED.address),
  [OWN_SITE]: once(INSIDE),
}

/** What our DNS says of a name. */
export function lookUp(name: string): DnsName | null {
  if (name.endsWith('.nowhere.test')) return null
  if (INTERNAL.test(name)) return once(INSIDE)
  return TRAPS[name] ?? SITES[name] ?? once(GOOD_V4)
}

function once(...addresses: string[]): DnsName {
  return { answers: [addresses] }
}
