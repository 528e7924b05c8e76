/** Addresses of the web sites that may be reached, on ports of the web. */
export const PUBLIC = ['93.184.216.34', '2606:2800:220:1::5eed', '1.1.1.1', '2a00:1450::5eed'] as const
/** The operator's own feed server, private. */
export const OPERATOR = { address: '10.99.0.1', port: 9000 }
/** Private, and named in EGRESS_ALLOW. */
export const ALLOWED = { host: 'hooks.office.test', address: '10.99.0.2', port: 9000 }
/** Our own site: a name and port that lead to `ALLOWED`, while DNS leads the name inside. */
export const OWN_SITE = 'shop.sandbox.test'
/** Where something listens that must not be reached. */
export const PORTS = [
  22, 25, 43, 80, 443, 2375, 3306, 5432, 5984, 6379, 8080, 8443, 8545, 9000, 9200, 11111, 11211, 27017,
]

/** One or more of every kind of IPv4 address that is not of the public internet. */
export const PRIVATE_V4 = [
  ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '172.16.0.1'],
  ...['172.31.255.254', '192.168.0.1', '192.168.1.1', '169.254.169.254', '169.254.170.2', '100.64.0.1'],
  ...['100.100.100.200', '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.7', '203.0.113.9'],
  ...['168.63.129.16', '240.0.0.1'],
]
/** The same of IPv6, and what carries a private IPv4 address inside. */
export const PRIVATE_V6 = [
  ...[
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
  ],
  ...['64:ff9b::127.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b:1::10.0.0.1', '2002:7f00:1::', '2002:a9fe:a9fe::'],
  ...['2001:0:7f00:1::1', '2001:db8::1', '3fff::1', '100::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fd12:3456::1'],
  ...['fec0::1', '4000::1'],
]
