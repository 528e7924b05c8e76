import { testImporter } from './testParsing.ts'

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const token = (members: object) => ({
  chainId: 1,
  address: USDT,
  name: 'Tether USD',
  symbol: 'USDT',
  decimals: 6,
  ...members,
})
const list = (...tokens: object[]) =>
  JSON.stringify({
    name: 'Sample',
    timestamp: '2026-11-20T00:00:00.000Z',
    version: { major: 1, minor: 0, patch: 0 },
    tags: {},
    tokens,
  })

testImporter('token-list', [
  {
    name: 'tokens of the three networks, each on its own',
    text: list(
      token({}),
      token({
        chainId: 56,
        address: '0x55d398326f99059fF775485246999027B3197955',
        extensions: { bridgeInfo: { 1: { tokenAddress: USDT } } },
      }),
      token({ chainId: 137, name: 'USDT' }),
    ),
    label: 'token',
    entries: [
      `address ${USDT.toLowerCase()} @ethereum (Tether USD (USDT))`,
      'address 0x55d398326f99059ff775485246999027b3197955 @bsc (Tether USD (USDT))',
      `address ${USDT.toLowerCase()} @polygon (USDT)`,
    ],
  },
  {
    name: 'other networks, and what breaks the schema',
    text: list(token({}), token({ chainId: 250 }), token({ chainId: '1' }), token({ address: 7 }), { name: 'x' }),
    label: 'token',
    entries: [`address ${USDT.toLowerCase()} @ethereum (Tether USD (USDT))`],
    refused: ['other-network 1', 'malformed 2', 'not-an-entry 1'],
  },
  {
    name: 'names show what they hide, and are cut',
    text: list(token({ name: `\u202eTether${' '.repeat(500)}`, symbol: 'X'.repeat(5000) })),
    label: 'token',
    entries: [`address ${USDT.toLowerCase()} @ethereum (${`[U+202E]Tether (${'X'.repeat(47)}…`})`],
  },
  {
    name: 'no names at all',
    text: list(token({ name: null, symbol: 5 })),
    label: 'token',
    entries: [`address ${USDT.toLowerCase()} @ethereum`],
  },
])
