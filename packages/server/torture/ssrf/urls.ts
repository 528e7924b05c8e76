import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALLOWED, OWN_SITE, PRIVATE_V4, PRIVATE_V6, PUBLIC } from './addresses.ts'
import { TRAPS } from './names.ts'
import { spellings } from './spellings.ts'

/** URLs that must not lead inside. */
export async function hostileUrls(data: string): Promise<string[]> {
  const shared = await readFile(join(data, 'hostile_inputs/ssrf_urls.txt'), 'utf8').catch(() => '')
  const http = (host: string) => `http://${host}/latest/meta-data/`
  return [
    ...new Set([
      ...PRIVATE_V4.map(http),
      ...PRIVATE_V6.map((address) => http(`[${address}]`)),
      ...['127.0.0.1', '169.254.169.254', '10.0.0.1', '192.168.1.1'].flatMap(spellings).map(http),
      ...Object.keys(TRAPS).map(http),
      ...['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost', 'ip6-loopback', 'metadata.google.internal'].map(
        http,
      ),
      ...['http://0/', 'http://0.0/', 'http://127.1/', 'http://0x/', 'http://[::%25lo]/', 'http://[fe80::1%25lo]/'],
      ...[
        'https://127.0.0.1/',
        'https://localhost/',
        'https://[::1]:8443/',
        'https://10.0.0.1:8443/',
        'https://alias.trap.test/',
      ],
      ...[22, 25, 2375, 5432, 6379, 8545, 9200, 11211, 27017].map((port) => `http://127.0.0.1:${port}/`),
      ...[22, 25, 2375, 5432, 6379, 8545, 9200, 11211, 27017].map((port) => `http://good.test:${port}/`),
      ...[22, 3306, 8545].map((port) => `https://${PUBLIC[0]}:${port}/`),
      // Beside what is allowed: another port, the address of the name, another spelling of the name, another name of the address.
      ...[
        `http://${ALLOWED.host}/`,
        `http://${ALLOWED.address}:${ALLOWED.port}/`,
        `http://${ALLOWED.host}.:${ALLOWED.port}/`,
        `http://${OWN_SITE}:8080/`,
        `https://${OWN_SITE}/`,
      ],
      ...[
        'file:///etc/passwd',
        'gopher://127.0.0.1:6379/_INFO',
        'ftp://127.0.0.1/',
        'ws://127.0.0.1/',
        'data:,x',
        'blob:x',
      ],
      ...[
        'http://',
        '//127.0.0.1/',
        'http:127.0.0.1',
        'http:/127.0.0.1/',
        'http:\\\\127.0.0.1\\',
        'javascript:1',
        'unix:/x',
      ],
      ...shared.split('\n').filter((line) => line !== ''),
    ]),
  ]
}

/** URLs that must be answered: good.test and other public names, addresses, ports and spellings. */
export function goodUrls(): string[] {
  const [v4, v6, otherV4, otherV6] = PUBLIC
  const http = (host: string) => `http://${host}/page`
  return [
    ...[
      'good.test',
      'GOOD.test',
      'good.test.',
      'good.test:80',
      'good.test:8080',
      'both.good.test',
      'six.good.test',
    ].map(http),
    ...[
      'alias.good.test',
      'moves.good.test',
      'münchen.good.test',
      '例え.good.test',
      'a_b.good.test',
      'g%6f%6fd.test',
    ].map(http),
    ...[v4, otherV4, `[${v6}]`, `[${otherV6}]:8080`, '1572395042', '0x5db8d822', '93.184.216.34.', '1.1.0x101'].map(
      http,
    ),
    ...[
      'me:secret@good.test',
      '127.0.0.1@good.test',
      '127.0.0.1.good.test',
      '10-0-0-1.good.test',
      'localhost.good.test',
    ].map(http),
    ...[
      'https://good.test/',
      'https://good.test:8443/',
      'https://six.good.test/',
      'http://good.test/?u=http://127.0.0.1/#x',
    ],
    `http://${ALLOWED.host}:${ALLOWED.port}/`,
    `http://${OWN_SITE}/`,
  ]
}
