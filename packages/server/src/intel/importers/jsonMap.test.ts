import { testImporter } from './testParsing.ts'

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`)

testImporter('json-map', [
  {
    name: 'label maps made from explorers',
    text: JSON.stringify({
      [A ?? '']: { name: 'Binance 14', labels: ['binance', 'exchange'] },
      [B ?? '']: { name: 'Ronin Bridge Exploiter', labels: ['heist', 'ofac-sanctioned'] },
      [C ?? '']: { nameTag: 'Nobody', labels: ['blocked'] },
    }),
    label: 'bridge',
    entries: [
      `address ${A} =exchange (Binance 14)`,
      `address ${B} =hacker (Ronin Bridge Exploiter)`,
      `address ${C} (Nobody)`,
    ],
  },
  {
    name: 'keys to names, to words, to anything',
    text: JSON.stringify({ [A ?? '']: 'A mixer', [B ?? '']: ['mixer'], [C ?? '']: true, 'evil.example': null }),
    entries: [`address ${A} (A mixer)`, `address ${C}`, `address ${B} =mixer`, 'host evil.example'],
  },
  {
    name: 'categories to values, names to a value',
    text: JSON.stringify({
      Exchange: [A, { address: B, name: 'Kraken 4' }],
      'no such category': [C, 5],
      'Tornado Router': D,
      version: 3,
    }),
    label: 'token',
    entries: [
      `address ${A} =exchange`,
      `address ${B} =exchange (Kraken 4)`,
      `address ${C}`,
      `address ${D} (Tornado Router)`,
    ],
    refused: ['not-an-entry 2'],
  },
  {
    name: '__proto__ and constructor are keys like any other',
    text: `{"__proto__": {"name": "x"}, "constructor": ["${A}"], "hasOwnProperty": 1}`,
    entries: [`address ${A}`],
    refused: ['not-an-entry 2'],
  },
  {
    name: 'of equal entries the first name counts; of one address with two labels both do',
    text: JSON.stringify({
      dex: [A, { address: A, name: 'First' }],
      scam: [{ address: A, name: 'Other' }],
      amm: [{ value: A, name: 'Second' }],
    }),
    label: 'exchange',
    entries: [`address ${A} =defi_protocol (First)`, `address ${A} =scam (Other)`],
  },
  {
    name: 'a list of thieves vouches for none of them, whatever it calls them',
    text: JSON.stringify({
      [A ?? '']: { name: 'Uniswap V4 Router', labels: ['dex', 'uniswap'] },
      exchange: [{ address: B, name: 'Binance 14' }],
      ofac: [C],
      heist: [D],
    }),
    label: 'phishing',
    entries: [`address ${A} (Uniswap V4 Router)`, `address ${B} (Binance 14)`, `address ${C}`, `address ${D} =hacker`],
  },
])
