/**
 * RDAP servers of the top-level domains that wallets' users meet most: for when IANA's list cannot be had, and for registries
 * that run a server without being on it (`io`, `sh`, `ac`). From the registries' own pages and the IANA list.
 */
const BY_SERVER: Record<string, string> = {
  'https://rdap.verisign.com/com/v1/': 'com',
  'https://rdap.verisign.com/net/v1/': 'net',
  'https://tld-rdap.verisign.com/cc/v1/': 'cc',
  'https://rdap.publicinterestregistry.org/rdap/': 'org',
  'https://pubapi.registry.google/rdap/': 'app dev page how zip mov',
  'https://rdap.identitydigital.services/rdap/':
    'io sh ac ai me info finance live pro money fund exchange network digital services support world life today agency games social',
  'https://rdap.centralnic.com/xyz/': 'xyz',
  'https://rdap.registry.co/co/': 'co',
  'https://rdap.nic.biz/': 'biz',
  'https://rdap.nominet.uk/uk/': 'uk',
  'https://rdap.nic.fr/': 'fr',
  'https://rdap.nic.ch/': 'ch',
  'https://rdap.denic.de/': 'de',
}

/** By top-level domain: the base URL, to which `domain/NAME` is added. */
export const REGISTRY_SERVERS: ReadonlyMap<string, string> = new Map(
  Object.entries(BY_SERVER).flatMap(([server, suffixes]) => suffixes.split(' ').map((each) => [each, server] as const)),
)
